import type { CDPSession } from '@vitest/browser-playwright'
import { Modal } from 'antd'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { confirm, showFailure } from './dialogs.ts'
import { mount } from './test-mount.tsx'

/** A button that asks before it acts. */
const asking = async () => {
  const answered = vi.fn()
  await mount(() => (
    <button type="button" onClick={() => void confirm({ body: '「人1」を削除します。', verb: '削除する' }).then(answered)}>
      削除
    </button>
  ))
  return answered
}

const opener = page.getByRole('button', { name: '削除', exact: true })
const dialog = page.getByRole('dialog')

test('a question says what will happen, does it by its verb, and gives the focus back', async () => {
  const answered = await asking()
  await opener.click()
  await expect.element(dialog.getByText('「人1」を削除します。')).toBeVisible()
  await dialog.getByRole('button', { name: '削除する' }).click()
  await expect.poll(() => answered.mock.calls).toEqual([[true]])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Escape and the way out are no', async () => {
  const answered = await asking()
  await opener.click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => answered.mock.calls).toEqual([[false]])
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await dialog.getByRole('button', { name: 'やめる' }).click()
  await expect.poll(() => answered.mock.calls).toEqual([[false], [false]])
  await expect.element(opener).toHaveFocus()
})

test.each(['no-preference', 'reduce'])(
  'a failure has one way out, which has the focus, also of those who turned motion off: %s',
  async (motion) => {
    const session: CDPSession = cdp()
    const setMotion = async (value: string) => {
      await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
    }
    await setMotion(motion)
    onTestFinished(() => setMotion(''))
    await mount(() => null)
    void showFailure(new Error('away'))
    await expect.element(dialog.getByRole('button', { name: '閉じる' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

test('a double click on what opens a dialog neither closes it nor presses what is in it', async () => {
  const onPress = vi.fn()
  await mount(() => {
    const [open, setOpen] = useState('')
    return (
      <>
        {['隅', '中央'].map((name) => (
          <button
            key={name}
            type="button"
            style={{ position: 'fixed', ...(name === '中央' ? { top: '50%', left: '50%' } : { top: 0, left: 0 }) }}
            onClick={() => setOpen(name)}
          >
            {name}
          </button>
        ))}
        <Modal open={open !== ''} centered title={open} footer={null} onCancel={() => setOpen('')}>
          <button type="button" style={{ width: '100%', height: 200 }} onClick={onPress}>
            確認した
          </button>
        </Modal>
      </>
    )
  })
  for (const name of ['隅', '中央']) {
    await page.getByRole('button', { name }).dblClick()
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: '閉じる' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  expect(onPress).not.toHaveBeenCalled()
})
