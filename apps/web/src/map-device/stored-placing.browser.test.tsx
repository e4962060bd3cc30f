import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { testSession } from '../kit/form/test-session.ts'
import { Notices } from '../kit/notices.tsx'
import { mount } from '../kit/test-mount.tsx'
import { at, makeSiteDevice, mapId } from './test-devices.ts'
import { type PlacingStore, useStoredPlacing } from './use-placing.ts'

const spare = makeSiteDevice('heat', '000110')
const gateway = makeSiteDevice('main', 'GW-01', { spot: at(50, 28), name: '中央' })

const offered = page.getByText(/入力中の内容を戻しました/)

/** The screen of a map's devices, which gives way to the login and comes back. */
const show = async () => {
  const shown: { store?: PlacingStore; setOpen: (isOpen: boolean) => void } = { setOpen: () => undefined }
  const Screen = () => {
    shown.store = useStoredPlacing(mapId, [spare, gateway])
    return <p>機器の配置</p>
  }
  const Console = () => {
    const [isOpen, setOpen] = useState(true)
    shown.setOpen = setOpen
    return (
      <>
        {isOpen ? <Screen /> : <p>ログイン</p>}
        <Notices />
      </>
    )
  }
  await mount(Console)
  await expect.element(page.getByText('機器の配置')).toBeVisible()
  return shown
}

test('devices that were placed and not saved when the session ended are placed again, until one discards it', async () => {
  testSession.begin(7)
  const shown = await show()
  shown.store?.act({ type: 'place', spots: new Map([[spare.key, at(40, 60)]]) })
  shown.store?.act({ type: 'rename', key: gateway.key, name: '西側' })
  testSession.end()
  shown.setOpen(false)
  await expect.element(page.getByText('ログイン')).toBeVisible()
  testSession.begin(7)
  shown.setOpen(true)
  await expect.element(offered).toBeVisible()
  const now = () => shown.store?.latest()
  expect([...(now()?.changes ?? [])]).toEqual([
    [spare.key, { spot: at(40, 60) }],
    [gateway.key, { name: '西側' }],
  ])
  await page.getByRole('button', { name: '破棄する' }).click()
  await expect.poll(() => now()?.changes.size).toBe(0)
})
