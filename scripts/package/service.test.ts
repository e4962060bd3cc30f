import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noRetryExitCode } from '../../apps/server/src/platform/start-failure.ts'
import { root } from '../steps.ts'

const debian = (name: string) => readFileSync(join(root, 'scripts/package/debian', name), 'utf8')
const unit = debian('mimamori.service')

const highestExposure = 2.5
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0

/** What systemd says of the unit, where its program is on this machine. */
const analyze = (...command: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'mimamori.service')
  writeFileSync(path, unit.replaceAll('/usr/lib/mimamori/bin/node', process.execPath))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...command, path], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

describe('the unit of the service', () => {
  it('starts the product as npm start does', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    const [, environment = '', flags = '', program = ''] = /&& (\S+=\S+) node ((?:--\S+ )+)(\S+)$/.exec(scripts['start'] ?? '') ?? []
    expect(unit).toContain(`ExecStart=/usr/lib/mimamori/bin/node ${flags}/usr/lib/mimamori/${program}\n`)
    expect(unit).toMatch(new RegExp(`^Environment=.*${environment}`, 'm'))
  })

  it('runs as a user of its own, with the settings of the package', () => {
    expect(unit).toContain('\nUser=mimamori\n')
    expect(unit).toContain('\nEnvironmentFile=/etc/mimamori/mimamori.env\n')
  })

  it('does not start again and again what ends alike each time', () => {
    expect(unit).toContain(`\nRestartPreventExitStatus=${noRetryExitCode}\n`)
  })

  it.runIf(hasAnalyzer)('is understood by systemd, to the last setting', () => {
    expect(analyze('verify', '--man=no')).toEqual({ status: 0, output: '' })
  })

  it.runIf(hasAnalyzer)(`exposes little of the machine: ${highestExposure} at most, of 10`, () => {
    const { status, output } = analyze('security', '--offline=yes', '--no-pager', `--threshold=${highestExposure * 10}`)
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' })
  })
})

it.each(['preinst', 'postinst', 'prerm', 'postrm', 'mimamori.sh'])('%s is a script that the shell can read', (name) => {
  const { status, stderr } = spawnSync('sh', ['-n'], { input: debian(name), encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
