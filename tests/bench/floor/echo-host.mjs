#!/usr/bin/env node
// What the browser starts: frames of the browser to lines of a socket and back, unread.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

const PAGE_IS_THERE = '{"page":true}';
let peer;
let rest = Buffer.alloc(0);

process.stdin.on('data', (data) => {
  rest = Buffer.concat([rest, data]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
    const end = 4 + rest.readUInt32LE(0);
    const text = rest.subarray(4, end).toString();
    rest = rest.subarray(end);
    if (text === PAGE_IS_THERE) writeFileSync(`${process.env.BENCH_FLOOR_SOCKET}.ready`, '');
    else peer?.write(`${text}\n`);
  }
});
process.stdin.on('end', () => process.exit(0));

createServer((socket) => {
  peer = socket;
  let buffered = '';
  socket.on('data', (data) => {
    buffered += data;
    for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 1);
      if (line.includes('"to":"host"')) {
        socket.write(`${line}\n`);
        continue;
      }
      const body = Buffer.from(line);
      const head = Buffer.alloc(4);
      head.writeUInt32LE(body.length);
      process.stdout.write(Buffer.concat([head, body]));
    }
  });
}).listen(process.env.BENCH_FLOOR_SOCKET);
