import { message } from '@mimamori/contract/messages'
import { expect, test } from 'vitest'
import { readPicture } from './picture-check.ts'

const drawn = async (type: string, name: string): Promise<File> => {
  const canvas = new OffscreenCanvas(30, 20)
  canvas.getContext('2d')?.fillRect(0, 0, 10, 10)
  return new File([await canvas.convertToBlob({ type })], name)
}

test('a drawing is measured, whatever it is called', async () => {
  expect(await readPicture(await drawn('image/png', '図面.txt'), 0)).toEqual({ width: 30, height: 20 })
  expect(await readPicture(await drawn('image/jpeg', '図面.png'), 0)).toEqual({ width: 30, height: 20 })
})

test('another kind of picture in the clothes of a PNG is refused by what it is', async () => {
  expect(await readPicture(await drawn('image/webp', '図面.png'), 0)).toMatch(/^WebPは使えません。/)
})

test('what begins as a PNG and is none cannot be read', async () => {
  const png = await drawn('image/png', '図面.png')
  expect(await readPicture(new File([png.slice(0, 8), 'これは図面ではありません'], '図面.png'), 0)).toBe(message('imageBroken'))
})

/** A drawing with so much on it that its file does not end after its header. */
const busy = async (type: string): Promise<Uint8Array<ArrayBuffer>> => {
  const canvas = new OffscreenCanvas(120, 80)
  const context = canvas.getContext('2d')
  for (let at = 0; at < 400; at++) {
    if (context !== null) context.fillStyle = `hsl(${(at * 47) % 360} 80% 50%)`
    context?.fillRect((at * 31) % 120, (at * 17) % 80, 9, 7)
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())
}

test.each([
  ['a PNG cut short', 'image/png', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -40)],
  ['a photo cut short', 'image/jpeg', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -60)],
  ['half a photo', 'image/jpeg', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.length / 2)],
  [
    'a PNG with damage in its middle',
    'image/png',
    (bytes: Uint8Array<ArrayBuffer>) => bytes.slice().fill(0x55, bytes.length / 2, bytes.length / 2 + 60),
  ],
])('%s is refused when it is chosen, not only when it is saved', async (_, type, damage) => {
  const whole = await busy(type)
  expect(await readPicture(new File([whole], '図面'), 0)).toEqual({ width: 120, height: 80 })
  expect(await readPicture(new File([damage(whole)], '図面'), 0)).toBe(message('imageBroken'))
})
