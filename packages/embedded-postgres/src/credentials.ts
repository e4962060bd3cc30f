import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home-folder.ts'
import { writePrivateFile } from './private-file.ts'
import { DatabaseStartError } from './start-error.ts'

/** Passwords of the two roles. The product's is no superuser, as on a managed server. */
export interface Credentials {
  postgres: string
  mimamori: string
}

/** Reads the passwords kept in the database home, or makes them when there is no database yet. */
export async function keepCredentials(home: Home, clusterExists: boolean): Promise<Credentials> {
  const path = join(home.path, 'credentials.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text !== undefined) return JSON.parse(text) as Credentials
  if (clusterExists) {
    throw new DatabaseStartError(
      `データベースのパスワードファイル ${path} がありません。バックアップから戻してください。`,
      `The password file ${path} of the database is missing: bring it back.`,
    )
  }
  const made: Credentials = { postgres: newPassword(), mimamori: newPassword() }
  await writePrivateFile(path, JSON.stringify(made), home.user)
  return made
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}
