import type { Metadata } from 'sharp'

/** So much of one picture is held at once, at most; beside it 50 MB for what is read and written line by line. */
export const MAX_HELD_BYTES = 300_000_000

type Head = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'orientation'>

/** How many samples a JPEG has of each pixel: its colours may be coarser than its light. */
const samplesOf = ({ channels, chromaSubsampling }: Head): number => {
  if (chromaSubsampling === '4:2:0') return 1.5
  return chromaSubsampling === '4:2:2' ? 2 : channels
}

/**
 * How many bytes of a picture must be held at once to read it, because its file is not stored line by line: of a
 * progressive JPEG all coefficients, two bytes each; of an interlaced PNG all pixels; of a turned picture the whole too.
 * 0 for any other, however large.
 */
export const heldBytes = (head: Head): number => {
  const { format, width, height, channels, depth, isProgressive, orientation = 1 } = head
  const pixels = width * height
  const sampleBytes = depth === 'ushort' ? 2 : 1
  const whole = isProgressive ? pixels * (format === 'jpeg' ? samplesOf(head) * 2 : channels * sampleBytes) : 0
  return whole + (orientation > 1 ? pixels * channels * sampleBytes : 0)
}
