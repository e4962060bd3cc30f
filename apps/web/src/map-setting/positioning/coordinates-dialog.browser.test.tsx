import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { CoordinatesDialog } from './coordinates-dialog.tsx'

const onTake = vi.fn()
const onClose = vi.fn()
afterEach(() => {
  onTake.mockReset()
  onClose.mockReset()
})

const dialog = page.getByRole('dialog', { name: '緯度と経度' })
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
const decide = dialog.getByRole('button', { name: '決定する' })

const open = async (values: { readonly latitude: number | null; readonly longitude: number | null; readonly zoom: number | null }) => {
  await mount(() => <CoordinatesDialog {...values} onTake={onTake} onClose={onClose} />)
  await expect.element(dialog).toBeVisible()
}

test('reads degrees in full width and with words round them, and hands them back', async () => {
  await open({ latitude: null, longitude: null, zoom: 14 })
  await field('緯度').fill('北緯３５．６８１２３６度')
  await expect.element(field('緯度')).toHaveValue('35.681236')
  await field('経度').fill('－１３９．７')
  await expect.element(field('経度')).toHaveValue('-139.7')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onTake).toHaveBeenCalledWith({ latitude: 35.681236, longitude: -139.7, zoom: 14 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('wants both, in their ranges', async () => {
  await open({ latitude: null, longitude: null, zoom: null })
  await decide.click()
  await expect.element(dialog.getByText('この項目は必須です。')).toHaveLength(2)
  await expect.element(field('緯度')).toHaveFocus()
  await field('緯度').fill('90.1')
  await field('経度').fill('-180.1')
  await field('地図の拡大').fill('23')
  await expect.element(dialog.getByText('緯度は-90から90の間の数値で入力してください。')).toBeVisible()
  await expect.element(dialog.getByText('経度は-180から180の間の数値で入力してください。')).toBeVisible()
  await expect.element(dialog.getByText('拡大は0から22の間の数値で入力してください。')).toBeVisible()
  await field('緯度').fill('-90')
  await field('経度').fill('1.2.3')
  await expect.element(dialog.getByText('経度は-180から180の間の数値で入力してください。')).toBeVisible()
  await field('経度').fill('180')
  await field('地図の拡大').fill('-')
  await decide.click()
  await expect.poll(() => onTake).toHaveBeenCalledWith({ latitude: -90, longitude: 180, zoom: null })
})

test('takes both away where both were emptied, and wants the other where one was', async () => {
  await open({ latitude: 35, longitude: 139, zoom: 14 })
  await expect.element(dialog.getByText('緯度と経度を両方とも空にすると、位置を消します。')).toBeVisible()
  await field('緯度').fill('')
  await decide.click()
  await expect.element(dialog.getByText('この項目は必須です。')).toHaveLength(1)
  await expect.element(field('緯度')).toHaveFocus()
  await field('経度').fill('')
  await decide.click()
  await expect.poll(() => onTake).toHaveBeenCalledWith({ latitude: null, longitude: null, zoom: 14 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('asks before what was typed is lost, and goes at once where nothing was', async () => {
  await open({ latitude: 35, longitude: 139, zoom: null })
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  await field('緯度').fill('36')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: '編集に戻る' }).click()
  expect(onClose).toHaveBeenCalledOnce()
  await dialog.getByRole('button', { name: 'やめる' }).click()
  await page.getByRole('button', { name: '決めずに閉じる' }).click()
  await expect.poll(() => onClose).toHaveBeenCalledTimes(2)
  expect(onTake).not.toHaveBeenCalled()
})
