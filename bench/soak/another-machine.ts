import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { makeCrew } from '../../apps/server/test/durability/crew.ts'
import { messagesOf, sendUntilAcknowledged } from '../../apps/server/test/durability/http-senders.ts'
import { eventually, freePort, Product } from '../../apps/server/test/durability/product.ts'
import { ledgerName } from '../../apps/server/src/features/user-role/erasure/ledger-file.ts'
import { connectDatabase } from '../../apps/server/src/platform/database/database.ts'
import { makeUser } from '../../apps/server/src/shared/organisation/test-factories.ts'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { report } from '../figure.ts'

// A pair of age, for this trial alone.
const identity = 'AGE-SECRET-KEY-1FQ6QYJKK6T509W887JYZCWAVVNYTL5MDZWCP02KDH6S627FR3GFS8MU6DM'
const recipient = 'age1hkjhkl6kndvuf8jk0q8ye50968d587zuh9lttehejunkm72jwe3ss73hqd'

const command = join(import.meta.dirname, '../../apps/server/src/command.ts')

const signIn = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin-1234' }),
  })
  return `Bearer ${((await response.json()) as { token: string }).token}`
}

const isSignedIn = async (url: string, authorization: string): Promise<boolean> =>
  (await fetch(`${url}/api/Office`, { headers: { authorization } })).status !== 401

const readFrom = async <Row extends object>(dataDir: string, query: string): Promise<Row | undefined> => {
  const url = (await runningDatabaseUrl(dataDir)) ?? ''
  const { pool, close } = connectDatabase({ url, log: pino({ level: 'silent' }), max: 1 })
  try {
    return (await pool.query<Row>(query)).rows[0]
  } finally {
    await close()
  }
}

const countReadings = async (dataDir: string): Promise<number> =>
  (await readFrom<{ count: number }>(dataDir, 'select count(*) as count from reading'))?.count ?? 0

const nameOf = async (dataDir: string, userId: number): Promise<string | undefined> =>
  (await readFrom<{ full_name: string }>(dataDir, `select u.full_name from app_user u where u.user_id = ${userId}`))?.full_name

/** Runs a command of the product as an operator does, with nothing of this process's environment. */
const runCommand = async (args: readonly string[], env: Record<string, string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], { env: { PATH: process.env['PATH'], ...env } })
  console.error(stdout.trim())
  return stdout
}

/**
 * The steps of docs/operate/another-machine.md and docs/operate/jwt-secret.md: a product makes its backup by schedule, with the
 * public half of a key; its machine is lost; in another folder and on another port, with nothing but the copied backups and the
 * secret half, the backup is checked and restored, and the product continues; somebody who was erased
 * after the backup is erased again. Then its signing secret is replaced.
 */
export const soakAnotherMachine = async (folder: string, seed: number): Promise<boolean> => {
  const [first, second, backups, copy] = ['first', 'second', 'backups', 'copy'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const made of [first, second, backups]) {
    await mkdir(made)
    await chmod(made, 0o711)
  }
  await mkdir(join(first, 'files'))
  await writeFile(join(first, 'files', 'plan.png'), 'a plan of the site')
  const products: Product[] = []
  const start = async (dataDir: string, env: Record<string, string> = {}) => {
    const product = new Product({ dataDir, port: await freePort(), env: { ROLES: 'api,ingest,jobs', ...env } })
    products.push(product)
    await product.ready()
    return product
  }
  const findings: string[] = []
  const expect = (isSo: boolean, what: string) => {
    if (!isSo) findings.push(what)
  }
  try {
    const old = await start(first)
    const { db, close } = connectDatabase({ url: (await runningDatabaseUrl(first)) ?? '', log: pino({ level: 'silent' }), max: 2 })
    const crew = await makeCrew(db, { hands: 20, pulses: 40, seed })
    const leaving = await makeUser(db, 'User', { company_id: crew.companyId, office_id: crew.officeId }, { full_name: '消去　太郎' })
    await close()
    const [messages = []] = messagesOf(crew, 1)
    const { bearer } = crew.key
    await sendUntilAcknowledged(bearer, crew.heat, { url: old.url })
    for (const message of messages.slice(0, 20)) await sendUntilAcknowledged(bearer, message, { url: old.url })
    const session = await signIn(old.url)
    const before = await countReadings(first)
    await old.stop()
    const scheduled = await start(first, { BACKUP_DIR: backups, BACKUP_KEY: recipient })
    const name = await eventually(async () => (await readdir(backups)).find((file) => file.endsWith('.backup')), 'the backup is made')
    await eventually(async () => (await readdir(backups)).includes(ledgerName), 'its ledger is beside it')
    // After the backup: what a backup each night loses.
    for (const message of messages.slice(20)) await sendUntilAcknowledged(bearer, message, { url: scheduled.url })
    await runCommand(['erase', leaving.login_id, '--yes'], { DATA_DIR: first })
    const erasure = `"userId": ${leaving.user_id},`
    await eventually(async () => (await readFile(join(backups, ledgerName), 'utf8')).includes(erasure), 'the ledger has the erasure')
    await scheduled.die()
    await cp(backups, copy, { recursive: true })
    await rename(first, `${first}.lost`)
    await rename(backups, `${backups}.lost`)

    const begun = performance.now()
    const file = join(copy, name)
    const keyed = { DATA_DIR: second, BACKUP_KEY: identity }
    expect((await runCommand(['restore', '--check', file], keyed)).includes('checked'), 'the backup is not checked')
    await runCommand(['restore', file], keyed)
    const restored = await start(second)
    const tookS = (performance.now() - begun) / 1_000
    expect((await countReadings(second)) === before, 'readings are missing or too many')
    expect((await nameOf(second, leaving.user_id)) !== '消去　太郎', 'somebody who was erased after the backup is back')
    expect((await readdir(join(second, 'files'))).includes('plan.png'), 'the plan is missing')
    expect(await isSignedIn(restored.url, session), 'a session of before is not known: the signing secret is another')
    await runCommand(['verify-log'], { DATA_DIR: second })
    for (const message of messages.slice(20)) await sendUntilAcknowledged(bearer, message, { url: restored.url })
    await restored.stop()

    // The change of the secret.
    const oldSecret = (await promisify(execFile)('cat', [join(second, 'jwt-secret')])).stdout.trim()
    const newSecret = 'another secret that is long enough for it'
    const both = await start(second, { JWT_SECRET: `${newSecret},${oldSecret}` })
    expect(await isSignedIn(both.url, session), 'a session of before the change is refused while both secrets are set')
    const renewed = await signIn(both.url)
    await both.stop()
    const one = await start(second, { JWT_SECRET: newSecret })
    expect(await isSignedIn(one.url, renewed), 'a session under the new secret is refused')
    expect(!(await isSignedIn(one.url, session)), 'a session under the old secret is still taken')

    for (const finding of findings) console.error(finding)
    report('soak another-machine, readings that came back', before, 'readings')
    report('soak another-machine, differences', findings.length, 'differences', 0)
    report('soak another-machine, from the copied backup to a product that is ready, checked before', tookS, 's')
    return before > 0 && findings.length === 0
  } finally {
    for (const product of products) await product.stop()
  }
}
