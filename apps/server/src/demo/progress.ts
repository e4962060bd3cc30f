const barLength = 30
const quietStep = 0.1

/** Shows how far several senders have come: one line that moves on a terminal, a line now and then in a log. */
export const createProgress = (title: string, senders: number) => {
  const shares = Array.from({ length: senders }, () => 0)
  const counts = Array.from({ length: senders }, () => 0)
  const isTerminal = process.stdout.isTTY
  let shown = -1
  return {
    report: (sender: number, share: number, readings: number): void => {
      shares[sender] = share
      counts[sender] = readings
      const mean = shares.reduce((sum, value) => sum + value, 0) / senders
      const step = isTerminal ? 0.01 : quietStep
      if (Math.floor(mean / step) === shown) return
      shown = Math.floor(mean / step)
      const total = counts.reduce((sum, value) => sum + value, 0).toLocaleString('ja-JP')
      const filled = Math.round(mean * barLength)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)}`
      const line = `${title} ${bar} ${String(Math.round(mean * 100)).padStart(3)}%  ${total}件`
      process.stdout.write(isTerminal ? `\r${line}` : `${line}\n`)
    },
    end: (): void => {
      if (isTerminal) process.stdout.write('\n')
    },
  }
}
