import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Product, startProduct } from '../product.ts'
import { fillOrganisation } from './fill-organisation.ts'
import { fillReadings, fillStates, hearEverybody } from './fill-readings.ts'
import { fillRecords } from './fill-records.ts'

const reportStep = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`)

/** Fills the folder's database, unless it is filled already. Without jobs: they would watch over a hundred thousand people meanwhile. */
const fillFolder = async (folder: string, millions: number): Promise<void> => {
  const { pool, stop } = await startProduct(undefined, undefined, folder, { ROLES: 'api' })
  try {
    const { rows } = await pool.query<{ filled: string | null }>(`select to_regclass('bench_filled') as filled`)
    if (rows[0]?.filled === null) {
      await fillOrganisation(pool)
      reportStep('people')
      await fillStates(pool, reportStep)
      await fillRecords(pool, reportStep)
      await fillReadings(pool, millions, reportStep)
      await pool.query('vacuum analyze')
      reportStep('analysed')
      await pool.query('create table bench_filled as select $1::int as millions', [millions])
    }
    const { rows: kept } = await pool.query<{ millions: number }>('select millions from bench_filled')
    if (kept[0]?.millions !== millions) throw new Error(`${folder} holds ${kept[0]?.millions} million readings, not ${millions}`)
    await hearEverybody(pool)
  } finally {
    await stop()
  }
}

/**
 * The product with 100,000 people and so many million readings.
 * @param keptIn a data folder in which they stay, or are already
 */
export const startFilledProduct = async (millions: number, keptIn: string | undefined): Promise<Product> => {
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'mimamori-lists-')))
  const remove = async () => {
    if (keptIn === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    await fillFolder(folder, millions)
    const product = await startProduct(undefined, undefined, folder)
    const stop = async () => {
      await product.stop()
      await remove()
    }
    return { ...product, stop }
  } catch (error) {
    await remove()
    throw error
  }
}
