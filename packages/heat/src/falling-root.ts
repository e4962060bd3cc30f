/** Halvings of a span of 200 °C after which what is left is below a millionth of a degree. */
const HALVINGS = 28

/**
 * Where a function that falls from above zero at `low` to below zero at `high` crosses zero, to (high − low)/2²⁸. It always
 * ends, after 28 halvings; where the function does not cross, at that end of the span which is nearer to zero.
 */
export function fallingRoot(fall: (value: number) => number, low: number, high: number): number {
  let [below, above] = [low, high]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (below + above) / 2
    if (fall(middle) > 0) below = middle
    else above = middle
  }
  return (below + above) / 2
}
