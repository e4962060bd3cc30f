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
