import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { StreamPiece } from './stream-piece.ts'

const unzip = (...pieces: readonly Buffer[]) =>
  gunzipSync(Buffer.concat([StreamPiece.gzipHead, ...pieces]), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')

test('any pieces one after another are one gzip stream, of which each can be read as soon as it has come', () => {
  const texts = ['', ':\n\n', '東側の足場 '.repeat(100), '東側の足場 '.repeat(50_000), 'x'.repeat(7_999), 'x'.repeat(8_000), '終わり']
  const pieces = texts.map((text) => new StreamPiece(text))
  for (let end = 1; end <= pieces.length; end += 1) {
    expect(unzip(...pieces.slice(0, end).map(({ compressed }) => compressed))).toBe(texts.slice(0, end).join(''))
    expect(Buffer.concat(pieces.slice(0, end).map(({ plain }) => plain)).toString('utf8')).toBe(texts.slice(0, end).join(''))
  }
  expect(unzip(...pieces.toReversed().map(({ compressed }) => compressed))).toBe(texts.toReversed().join(''))
})

test('it is compressed once for all, and hardly longer where that pays not', () => {
  const [long, short] = [new StreamPiece('heartRate'.repeat(10_000)), new StreamPiece('heartRate')]
  expect(long.compressed).toBe(long.compressed)
  expect(long.compressed.length).toBeLessThan(long.plain.length / 100)
  expect(short.compressed.length - short.plain.length).toBe(5)
})
