import { Modal } from 'antd'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { AddressSelect } from './address-select.tsx'

const Dialog = () => {
  const [open, setOpen] = useState(true)
  const [value, setValue] = useState('')
  return (
    <Modal open={open} title="定期送信" onCancel={() => setOpen(false)}>
      <AddressSelect id="addresses" value={value} wrong={false} describedBy={undefined} onChange={setValue} />
    </Modal>
  )
}

test('Escape empties the field of a typed address before it closes the dialog', async () => {
  await mount(() => <Dialog />)
  const field = page.getByRole('combobox')
  await field.fill('typed@example.com')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
