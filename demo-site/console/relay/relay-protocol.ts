/** Name of the relay's WebSocket subprotocol. The token is offered beside it, as a page can set no header. */
export const RELAY_PROTOCOL = 'mcp-agent-console';
