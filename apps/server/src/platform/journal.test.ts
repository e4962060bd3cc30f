import { fstatSync, mkdtempSync, openSync, closeSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isJournal } from './journal.ts'

const open = () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-journal-'))
  const descriptor = openSync(join(folder, 'stream'), 'w')
  onTestFinished(() => {
    closeSync(descriptor)
    rmSync(folder, { recursive: true })
  })
  return descriptor
}

it('an output is the journal where systemd has named this very stream', () => {
  const descriptor = open()
  const { dev, ino } = fstatSync(descriptor)
  expect(isJournal(descriptor, `${dev}:${ino}`)).toBe(true)
})

it('an output is not the journal where the variable is inherited, or absent', () => {
  const descriptor = open()
  const { dev, ino } = fstatSync(descriptor)
  expect(isJournal(descriptor, `${dev}:${ino + 1}`)).toBe(false)
  expect(isJournal(descriptor, '')).toBe(false)
})
