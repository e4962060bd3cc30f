/**
 * Inserts a number into numbers in ascending order. By hand: for a handful of numbers at every reading a comparing function
 * costs more than all the rest.
 */
export function insertSorted(sorted: number[], value: number): void {
  let place = sorted.length
  for (let before = sorted[place - 1]; before !== undefined && before > value; before = sorted[place - 1]) {
    sorted[place] = before
    place -= 1
  }
  sorted[place] = value
}
