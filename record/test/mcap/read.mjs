// SPDX-License-Identifier: Apache-2.0
// Reads an MCAP file with the official reader, by its index and as a stream, and prints what is in it as JSON.
import { createRequire } from "node:module";
import { open, readFile } from "node:fs/promises";

const require = createRequire(process.argv[2] + "/package.json");
const { McapIndexedReader, McapStreamReader } = require("@mcap/core");
const path = process.argv[3];
const text = (bytes) => new TextDecoder().decode(bytes);

// The stream reader checks the CRC of every chunk; it must see the same number of messages. It reads
// files without index, too: with the argument --stream nothing else is done.
const stream = new McapStreamReader({ validateCrcs: true });
stream.append(new Uint8Array(await readFile(path)));
let streamed = 0;
for (let record; (record = stream.nextRecord()); ) streamed += record.type === "Message" ? 1 : 0;

if (process.argv[4] === "--stream") {
  console.log(JSON.stringify({ streamed, done: stream.done() }));
  process.exit(0);
}

const file = await open(path);
const readable = {
  size: async () => BigInt((await file.stat()).size),
  read: async (offset, length) => {
    const buffer = new Uint8Array(Number(length));
    const { bytesRead } = await file.read(buffer, 0, Number(length), Number(offset));
    if (bytesRead !== Number(length)) throw new Error(`${bytesRead} bytes instead of ${length}`);
    return buffer;
  },
};
const reader = await McapIndexedReader.Initialize({ readable });
const messages = [];
for await (const message of reader.readMessages()) {
  const channel = reader.channelsById.get(message.channelId);
  messages.push([channel.topic, Number(message.logTime), JSON.parse(text(message.data))]);
}
await file.close();

console.log(JSON.stringify({
  chunks: reader.chunkIndexes.length,
  count: Number(reader.statistics.messageCount),
  start: Number(reader.statistics.messageStartTime),
  end: Number(reader.statistics.messageEndTime),
  streamed,
  done: stream.done(),
  schemas: [...reader.schemasById.values()].map((s) => [s.name, s.encoding, JSON.parse(text(s.data))]),
  first: messages.slice(0, 4),
  last: messages.slice(-1),
  read: messages.length,
}));
