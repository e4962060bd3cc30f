import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import writerUrl from 'zxing-wasm/writer/zxing_writer.wasm?url'
import { mount } from '../../kit/test-mount.tsx'
import { CameraView } from './camera-view.tsx'

/** A camera before which a card with the text is held. */
const holdBeforeCamera = async (text: string) => {
  await prepareZXingModule({ overrides: { locateFile: () => writerUrl }, fireImmediately: true })
  const { image } = await writeBarcode(text, { format: 'QRCode', scale: 6 })
  if (image === null) throw new Error('no picture of the code')
  const card = await createImageBitmap(image)
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  const context = canvas.getContext('2d')
  const draw = () => {
    context?.fillRect(0, 0, 640, 480)
    context?.drawImage(card, 200, 120)
  }
  draw()
  // A picture that does not change makes no further frames.
  const timer = setInterval(draw, 50)
  onTestFinished(() => clearInterval(timer))
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => Promise.resolve(canvas.captureStream(20)))
  onTestFinished(() => void vi.restoreAllMocks())
}

test('a card before the camera is read once, by the reader that the product brings', async () => {
  await holdBeforeCamera('MMCABCDEFGH23456')
  const onCode = vi.fn()
  await mount(() => <CameraView hint="枠に入れてください" onCode={onCode} />)
  await expect.poll(() => onCode.mock.calls).toEqual([['MMCABCDEFGH23456']])
})

test('a camera that is not allowed is said, with what to do', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  onTestFinished(() => void vi.restoreAllMocks())
  await mount(() => <CameraView hint="枠に入れてください" onCode={() => undefined} />)
  await expect.poll(() => page.getByRole('alert').element().textContent).toContain('カメラの使用が許可されていません。')
})
