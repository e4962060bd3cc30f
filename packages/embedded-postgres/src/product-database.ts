import pg from 'pg'
import type { Credentials } from './credentials.ts'

export const productRole = 'mimamori'
export const productDatabase = 'mimamori'

/**
 * Makes the product's role and database where they are missing. Safe to repeat, so a first start
 * that was cut short is completed by the next.
 * @param adminUrl of the superuser's own database
 */
export async function ensureProductDatabase(adminUrl: string, credentials: Credentials): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'mimamori-setup' })
  await client.connect()
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [productRole])
    if (role.rowCount === 0) {
      const password = client.escapeLiteral(credentials.mimamori)
      await client.query(`create role ${productRole} login password ${password}`)
    }
    const database = await client.query('select from pg_database where datname = $1', [productDatabase])
    if (database.rowCount === 0) {
      await client.query(`create database ${productDatabase} owner ${productRole}`)
    }
  } finally {
    await client.end()
  }
}
