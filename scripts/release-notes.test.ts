import { expect, it } from 'vitest'
import { partOfChangelog } from './release-notes.ts'

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [0.2.0] - 2026-11-27\n\n### Added\n\n- a\n\n## [0.1.0] - 2026-11-23\n\nThe first version.\n'

it('takes the part of one version out of the changelog', () => {
  expect(partOfChangelog(changelog, '0.2.0')).toBe('### Added\n\n- a')
  expect(partOfChangelog(changelog, '0.1.0')).toBe('The first version.')
  expect(() => partOfChangelog(changelog, '0.3.0')).toThrow('CHANGELOG.md has no 0.3.0')
})
