const partsOf = (fullName: string): string[] => fullName.split(/\s+/).filter((part) => part !== '')

/**
 * How somebody is named where everybody who passes reads it: 佐々木, and 佐々木（隆） where there is another 佐々木. A name of
 * one word stays as it is.
 */
export const surnameOf = (fullName: string, hasNamesake = false): string => {
  const [surname = fullName, given] = partsOf(fullName)
  // By character, not by half of one.
  const [first] = given ?? ''
  return hasNamesake && first !== undefined ? `${surname}（${first}）` : surname
}
