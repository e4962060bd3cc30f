import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../config/operation-variables.ts'
import type { Db } from '../context.ts'
import { codeOf } from '../errors.ts'

const placeOf = (dataDir: string) => join(dataDir, 'jwt-secret')

const makeSecret = () => randomBytes(32).toString('base64url')

/**
 * The secret kept in the data folder, readable by its owner alone; made once. For the embedded database, which only one
 * process uses: a copy of the database then does not contain the secret of its sessions.
 */
export const secretInFolder = async (dataDir: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true })
  const path = placeOf(dataDir)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${makeSecret()}\n`, { mode: 0o600, flush: true })
    // A link fails where the name exists and is never half made, even if another process starts or the power fails.
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    // A full disk leaves an empty one.
    await rm(draft, { force: true })
  }
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 32) throw new Error(`${path} の中身が短すぎます。消してから、もう一度起動してください。`)
  return secret
}

/** The secret of the data folder, where it is among those in use; a backup contains it. */
export const secretOfFolder = async ({
  dataDir,
  jwtSecrets,
}: {
  dataDir: string
  jwtSecrets: Secrets | undefined
}): Promise<string | undefined> => {
  const secret = await readFile(placeOf(dataDir), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
  return secret.trim() !== '' && (jwtSecrets === undefined || jwtSecrets.includes(secret.trim())) ? secret.trim() : undefined
}

/**
 * Puts a secret into the data folder, as `secretInFolder` reads it. Another one that is there stays.
 * @returns whether the folder has that secret now
 */
export const putSecretInFolder = async (dataDir: string, secret: string): Promise<boolean> => {
  await mkdir(dataDir, { recursive: true })
  const path = placeOf(dataDir)
  const isThere = await writeFile(path, `${secret}\n`, { mode: 0o600, flush: true, flag: 'wx' }).then(
    () => false,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return true
      throw error
    },
  )
  return !isThere || (await readFile(path, 'utf8')).trim() === secret
}

/** A secret that every process on the same database shares; the first one that asks for it makes it. */
export const readOrMakeSecret = async (db: Db, name: string, make: () => string): Promise<string> => {
  const read = () =>
    db.selectFrom('product_secret').select('product_secret.value').where('product_secret.name', '=', name).executeTakeFirst()
  const stored = await read()
  if (stored !== undefined) return stored.value
  await db
    .insertInto('product_secret')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())?.value ?? readOrMakeSecret(db, name, make)
}

/** The secret of sessions, where the database is shared. */
export const secretInDatabase = (db: Db): Promise<string> => readOrMakeSecret(db, 'jwt', makeSecret)
