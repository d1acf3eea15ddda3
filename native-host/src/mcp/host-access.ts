import type { HostAccess } from './hosts.ts';

/** The real hosts of this user. Loaded when first needed, as is the log: probes and health checks must start fast. */
export async function loadHostAccess(env: NodeJS.ProcessEnv): Promise<HostAccess> {
  const [{ stateDirectory }, rendezvous, { connectHost }, { createLog }, { logConnection, messageLog }] =
    await Promise.all([
      import('../link/state-directory.ts'),
      import('../link/rendezvous.ts'),
      import('../link/connect-host.ts'),
      import('../link/log.ts'),
      import('../link/message-log.ts'),
    ]);
  const directory = stateDirectory(env);
  const logger = createLog('mcp', env);
  const messages = messageLog(logger);
  return {
    list: () => rendezvous.listDescriptors(directory, (path, why) => logger.warn({ path, why }, 'skipped')),
    watch: (onChange) => rendezvous.watchDescriptors(directory, onChange),
    connect: async (descriptor) => logConnection(await connectHost(descriptor), messages, 'host'),
    removeStale: (descriptor) => rendezvous.removeStale(directory, descriptor),
    messages,
    log: (message, details) => logger.info(details ?? {}, message),
  };
}
