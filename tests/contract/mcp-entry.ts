/** The process under test: what `mcp-gui-bridge mcp` runs, without the command line around it. */
import { runMcp } from '../../native-host/src/mcp/main.ts';

const { MCP_TEST_TOOLS: tools = 'all', MCP_TEST_ORIGINS: origins = '' } = process.env;

await runMcp({
  tools: tools === 'windows' || tools === 'helpers' ? tools : 'all',
  origins: origins.split(' ').filter((origin) => origin !== ''),
  env: process.env,
  windowsView: '<!doctype html><title>Windows</title>',
});
