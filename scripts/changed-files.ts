import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { root } from './steps.ts'

const git = (...values: string[]): string[] => {
  const { status, stdout } = spawnSync('git', values, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

const differFrom = (commit: string): string[] => [
  ...git('diff', '--name-only', commit),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** Files that differ from the main branch, committed or not; where none do, those of the last commit. Paths from the root. */
export const changedFiles = (): string[] => {
  const [main = 'HEAD'] = [...git('rev-parse', '--quiet', '--verify', 'origin/main'), ...git('rev-parse', '--quiet', '--verify', 'main')]
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main)
  const own = differFrom(base)
  return own.length > 0 ? own : differFrom('HEAD~1')
}

// What holds for every table and every company.
const always = ['rules/*.database.test.ts', 'apps/server/test/tenancy.test.ts']

/** The server's tests that a fast run takes: those in the folders of changed files, and those that concern all of them. */
export const serverTestsBeside = (files: readonly string[]): string[] => {
  const folders = files.filter((path) => /^apps\/server\/(?:src|test)\//.test(path)).map((path) => dirname(path))
  return [...always, ...[...new Set(folders)].map((folder) => `${folder}/*.test.ts`)]
}
