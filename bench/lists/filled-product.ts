import { type Product, startProduct } from '../product.ts'
import { fillOrganisation } from './fill-organisation.ts'
import { fillReadings, hearEverybody } from './fill-readings.ts'
import { fillRecords } from './fill-records.ts'

const reportStep = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`)

/**
 * The product with 100,000 people and so many million readings.
 * @param keptIn a data folder in which they stay, or are already
 */
export const startFilledProduct = async (millions: number, keptIn: string | undefined): Promise<Product> => {
  const product = await startProduct(undefined, undefined, keptIn)
  const { pool } = product
  try {
    const { rows } = await pool.query<{ filled: string | null }>(`select to_regclass('bench_filled') as filled`)
    if (rows[0]?.filled === null) {
      await fillOrganisation(pool)
      reportStep('people')
      await fillReadings(pool, millions, reportStep)
      await fillRecords(pool, reportStep)
      await pool.query('create table bench_filled as select $1::int as millions', [millions])
    }
    const { rows: kept } = await pool.query<{ millions: number }>('select millions from bench_filled')
    if (kept[0]?.millions !== millions) throw new Error(`${keptIn} holds ${kept[0]?.millions} million readings, not ${millions}`)
    await hearEverybody(pool)
    return product
  } catch (error) {
    await product.stop()
    throw error
  }
}
