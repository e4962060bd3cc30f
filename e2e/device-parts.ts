import { expect, type Page } from '@playwright/test'
import { makeDevice, makeIngestKey, makeWear } from '../apps/server/src/shared/organisation/test-factories.ts'
import type { Product } from './product.ts'
import type { Site } from './site.ts'

type Command = { readonly id: number; readonly device: string; readonly payload: Record<string, unknown> }

/** A terminal that the site's worker wears and a base station, with the key by which they speak. */
export const makeTerminal = async ({ db, url }: Product, { here, accounts }: Site) => {
  const belt = await makeDevice(db, 'belt', here.officeId, { serial: 'B-07' })
  await makeWear(db, accounts.User.userId, belt.device_id, { slot: 'belt' })
  const barometer = await makeDevice(db, 'barometer', here.officeId, { serial: 'RB-1', location_name: '詰所前' })
  const { bearer: authorization } = await makeIngestKey(db, here.officeId)
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}${path}`, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    belt,
    barometer,
    /** The commands for the site's devices that they have not taken yet. */
    take: async (): Promise<readonly Command[]> => ((await ask('/api/ingest/downlink')) as { data: Command[] }).data,
    answer: (id: number, outcome: { state: 'acknowledged' | 'failed'; error?: string }) => ask(`/api/ingest/downlink/${id}`, outcome),
  }
}

/** A field's group of choices. */
export const choice = (page: Page, field: string, value: string) =>
  page.getByRole('group', { name: field, exact: true }).getByRole('radio', { name: value, exact: true })

/** The panel of the terminal or of the base station. */
export const panel = (page: Page, name: '端末（スマート安全帯）' | '基準局（気圧基準器）') => page.getByRole('region', { name })

/** Picks a device by typing a part of its number. */
export const pick = async (page: Page, label: '端末' | '基準局', serial: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(serial)
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  // Until the list has only what was typed, an option may move away under the click.
  await expect(options.filter({ hasNotText: serial })).toHaveCount(0)
  await options.filter({ hasText: serial }).first().click()
  await expect(page.getByRole('button', { name: '保存する' }).first()).toBeVisible()
}

export const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A device of the first site by its number. */
export const deviceOf = ({ db }: Product, { here }: Site, serial: string) =>
  db.selectFrom('device').where('office_id', '=', here.officeId).where('serial', '=', serial).select('device_id').executeTakeFirstOrThrow()

/** The numbers of what is linked to a device of the first site. */
export const linkedTo = async ({ db }: Product, { here }: Site, serial: string) => {
  const rows = await db
    .selectFrom('device as d')
    .innerJoin('device as p', 'p.device_id', 'd.linked_device_id')
    .where('d.office_id', '=', here.officeId)
    .where('p.serial', '=', serial)
    .select('d.serial')
    .orderBy('d.serial')
    .execute()
  return rows.map((one) => one.serial)
}
