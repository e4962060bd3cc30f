import { expect, test } from 'vitest'
import { surnameOf } from './surname.ts'

test.each([
  ['佐々木　隆', false, '佐々木'],
  ['佐々木　隆', true, '佐々木（隆）'],
  ['グエン ヴァン アン', true, 'グエン（ヴ）'],
  ['𠮷田　𠮷男', true, '𠮷田（𠮷）'],
  ['サントス', true, 'サントス'],
  ['　山田　 健 ', false, '山田'],
])('%s with a namesake %s is named %s', (fullName, hasNamesake, name) => expect(surnameOf(fullName, hasNamesake)).toBe(name))
