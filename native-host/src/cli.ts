#!/usr/bin/env node
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from './command-line.ts';

const exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  program: fileURLToPath(import.meta.url),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
// `mcp` and `host` go on by themselves and have set their own code if they refused.
if (exitCode !== 0) process.exitCode = exitCode;
