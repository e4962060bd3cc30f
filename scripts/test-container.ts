import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from './steps.ts'

/**
 * Builds the image and runs it as docs/containers.md says: `npm run test:container`. Needs root, Debian, and its packages buildah,
 * podman, runc, tini and mmdebstrap. Everything that it makes is in `.cache/container`; the base image is kept there.
 */
const folder = join(root, '.cache/container')
const placesOf = (driver: string) => {
  const place = join(folder, driver)
  return ['--storage-driver', driver, '--root', join(place, 'store'), '--runroot', join(place, 'run')]
}
const [base, image, name, volume] = ['localhost/mimamori-base', 'localhost/mimamori-trial', 'mimamori-trial', 'mimamori-trial']
const port = Number(process.env['CONTAINER_PORT'] ?? 18_080)
const password = 'Trial-1234'
const url = `http://127.0.0.1:${port}`

const execute = promisify(execFile)
const print = async (program: string, ...values: string[]): Promise<string> => {
  const { stdout } = await execute(program, values, { cwd: root, maxBuffer: 2 ** 28, env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } })
  return stdout.trim()
}
/** Overlay where this machine can; `vfs` copies the whole tree for each layer, and a build takes many times as long. */
const driver = await print('podman', ...placesOf('overlay'), 'info').then(
  () => 'overlay',
  () => 'vfs',
)
const store = placesOf(driver)
// runc, since crun refuses machines with both kinds of control groups.
const podman = (...values: string[]) => print('podman', ...store, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...values)

const check = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(`not so: ${what}`)
  console.log(`✓ ${what}`)
}

const timed = async <Answer>(what: string, work: () => Promise<Answer>): Promise<Answer> => {
  const began = performance.now()
  const answer = await work()
  console.log(`✓ ${what} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  return answer
}

/** Debian as small as apt allows, with the authorities that this machine believes beside Debian's own. */
const makeBase = (tar: string) => {
  const authorities = ['copy-in /usr/local/share/ca-certificates /usr/local/share', 'chroot "$1" update-ca-certificates']
  const hooks = authorities.map((hook) => `--customize-hook=${hook}`)
  return print('mmdebstrap', '--variant=minbase', '--dpkgopt=force-unsafe-io', '--include=ca-certificates', ...hooks, 'bookworm', tar)
}

const buildImage = async (): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const tar = join(folder, 'base.tar')
  if (!existsSync(tar)) await timed('a base of Debian by mmdebstrap', () => makeBase(tar))
  await podman('import', tar, base)
  const values = ['--layers', '--format', 'docker', '--ulimit', 'nofile=20000:20000', '--build-arg', `BASE_IMAGE=${base}`]
  await timed('the image is built', () => print('buildah', ...store, 'build', ...values, '-t', image, '-f', 'Containerfile', '.'))
  const [made] = JSON.parse(await podman('image', 'inspect', image)) as { Size: number; Config: { User: string } }[]
  check(made?.Config.User === '10001:10001', `the image runs as 10001:10001, ${Math.round((made?.Size ?? 0) / 1e6)} MB`)
}

/** Runs the image as compose.yaml does, on this machine's network, since it needs no rights for one of its own. */
const start = async (): Promise<void> => {
  const safety = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--tmpfs', '/tmp:size=512m,mode=1777']
  const limits = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4096:4096', '--shm-size', '256m', '--stop-timeout', '60']
  const places = ['-v', `${volume}:/var/lib/mimamori`, '-v', `${join(folder, 'secrets')}:/run/secrets:ro`]
  const settings = [`PORT=${port}`, 'MQTT_PORT=0', 'HOST=127.0.0.1', 'ADMIN_PASSWORD_FILE=/run/secrets/admin', 'SMTP_URL=']
  const init = ['--init', '--init-path', '/usr/bin/tini']
  const environment = settings.flatMap((one) => ['-e', one])
  await podman('run', '-d', '--name', name, '--network', 'host', ...init, ...safety, ...limits, ...places, ...environment, image)
  for (let attempt = 0; attempt < 240; attempt++) {
    const isHealthy = await podman('healthcheck', 'run', name).then(
      () => true,
      () => false,
    )
    if (isHealthy) return
    await after(500)
  }
  throw new Error(`not healthy within two minutes:\n${await podman('logs', name)}`)
}

const remove = async (): Promise<void> => {
  await podman('rm', '-f', '-t', '5', name).catch(() => undefined)
}

const ask = async <Answer>(path: string, authorization: string, body: object): Promise<Answer> => {
  const headers = { 'content-type': 'application/json', ...(authorization !== '' && { authorization }) }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Answer
}

/** Makes a site with a wristband. @returns what its gateway shows for itself */
const makeSite = async (): Promise<string> => {
  const { token } = await ask<{ token: string }>('/api/Authenticate/Login', '', { username: 'admin', password })
  const bearer = `Bearer ${token}`
  const company = await ask<{ companyId: number }>('/api/Company', bearer, { officeCode: 'TRIAL', companyName: '試行' })
  const office = await ask<{ officeId: number }>('/api/Office', bearer, {
    companyId: company.companyId,
    baseCode: 'T1',
    officeName: '試行現場',
  })
  await ask('/api/Device', bearer, { officeId: office.officeId, serialNumber: '12345', deviceType: '1' })
  const key = await ask<{ id: string; secret: string }>(`/api/Office/${office.officeId}/IngestKey`, bearer, { name: '試行' })
  return `Bearer ${key.id}.${key.secret}`
}

type Taken = { readonly accepted: number; readonly duplicates: number }

const tryIt = async (): Promise<void> => {
  await mkdir(join(folder, 'secrets'), { recursive: true })
  await writeFile(join(folder, 'secrets/admin'), `${password}\n`, { mode: 0o644 })
  await timed('healthy', start)
  check((await podman('exec', name, 'id', '-u')) === '10001', 'its programs run as 10001')
  const refused = await podman('exec', name, 'sh', '-c', 'touch /usr/lib/mimamori/x 2>&1 || true')
  check(refused.includes('Read-only file system'), `its root is read only (${refused})`)
  check((await podman('exec', name, 'sh', '-c', 'grep ^CapEff /proc/1/status')).endsWith('0000000000000000'), 'it has no capabilities')
  const documents = await podman('exec', name, 'ls', '/usr/share/doc/mimamori')
  check(
    ['sbom.cdx.json', 'third-party-licences.txt'].every((one) => documents.includes(one)),
    'bill of materials and licences are in it',
  )
  console.log(`  mimamori version: ${await podman('exec', name, 'mimamori', 'version')}`)

  const gateway = await makeSite()
  const reading = { kind: 'vital', device: '12345', at: new Date().toISOString(), heartRate: 88 }
  const send = () => ask<Taken>('/api/ingest', gateway, { readings: [reading] })
  check((await send()).accepted === 1, 'a reading is accepted')
  await timed('stopped', () => podman('stop', '-t', '60', name))
  const [state] = JSON.parse(await podman('inspect', name)) as { State: { ExitCode: number } }[]
  check(state?.State.ExitCode === 0, 'it ends by itself, with 0')
  await remove()
  await timed('another container on the same volume is healthy', start)
  check((await send()).duplicates === 1, 'it knows the reading')
  await podman('kill', '-s', 'KILL', name)
  await remove()
  await timed('healthy again after a kill', start)
  check((await send()).duplicates === 1, 'it still knows the reading')
}

if (process.getuid?.() !== 0) throw new Error('npm run test:container needs root')
try {
  await buildImage()
  await remove()
  await podman('volume', 'rm', '-f', volume)
  await tryIt()
} catch (error) {
  if (error instanceof Error && 'stdout' in error && 'stderr' in error)
    console.error(`${String(error.stdout)}\n${String(error.stderr)}`.slice(-5_000))
  console.error(error)
  process.exitCode = 1
} finally {
  await remove()
  await podman('volume', 'rm', '-f', volume).catch(() => undefined)
  await rm(join(folder, 'secrets'), { recursive: true, force: true })
}
