/** Name under which browsers know the native-messaging host. */
export const NATIVE_HOST_NAME = 'io.mcp_gui_bridge.host';

/** Id that Chromium-family browsers derive from the `key` in the extension's manifest, the same for every build of it. */
export const EXTENSION_ID = 'aokpliicmibekogghkcigbcaleedgicd';

/** The public key behind `EXTENSION_ID` (DER, base64). */
export const EXTENSION_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtbuxJ1Jc/CdtgOJr0pqgG70Vjg2q+BakizwhVrGRPYqSVpMZ1JmOpiC1BKdHnagaTo8evnrXPqoQlAEPVgWoS2EerJJzd0CZz0m69BXCNSVOoYaHrKp0WsR8EWC4zNyUNmn38aHkT7lCyTNvenMF/pVNPxHz7F/ra8eWzW7gM7+3byF1pYNkJ9BCRveUpIBprcra5NXxZQ53hK3Z74Y6m8JEHmgeWS/YCviQrIhAyz+Dc504QeyH3iWnkpxPSoyHv7pBXCZqA1NaaupX6K/t2w6JK6p9+o+VbYz8AcnEV/tbqpdsuy/KRPv28/+VXdL3Va7LVhLB3+KwSRqVkZAW3QIDAQAB';
