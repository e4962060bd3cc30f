import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { DiskNotice } from './disk-notice.tsx'

const show = (use: 'data' | 'files', freeMegabytes: number) =>
  mount(() => (
    <main>
      <DiskNotice use={use} freeMegabytes={freeMegabytes} floorMegabytes={1_024} />
    </main>
  ))
const notice = () => page.getByRole('status')

test('below the floor it says first that there is too little room, then what has stopped and what to do', async () => {
  await show('data', 900)
  await expect.element(notice().getByText('データベースのディスクの空き容量が足りません', { exact: true })).toBeVisible()
  await expect
    .element(notice().getByText(/残りは900MBです（1,024MB未満）。画像の登録.*を止めています。.*ディスクを増やしてください。/))
    .toBeVisible()
})

test('up to twice the floor it says when what will stop, and above nothing', async () => {
  await show('files', 2_047)
  await expect.element(notice().getByText('画像と帳票のファイルのディスクの空き容量が少なくなっています', { exact: true })).toBeVisible()
  await expect.element(notice().getByText(/残りは2,047MBです。1,024MBを下回ると/)).toBeVisible()
})

test('with plenty of room it says nothing', async () => {
  await show('data', 2_048)
  await expect.element(page.getByRole('main')).toBeInTheDocument()
  expect(page.getByRole('status').elements()).toEqual([])
})
