import { readFile } from 'node:fs/promises'

// What the kernel counts in, by every build of Linux: a hundredth of a second.
const tickUs = 10_000

/** Ticks of a process, and of its children that have ended. */
const ticksOf = async (pid: number): Promise<{ own: number; ofEnded: number }> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Fields from the third on; the name before them may hold anything. The 14th to 17th are ours, proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ofEnded: userOfEnded + systemOfEnded }
}

/** Microseconds of processor time that a process has used, all its threads. */
export const usedByProcess = async (pid: number): Promise<number> => (await ticksOf(pid)).own * tickUs

/** Microseconds of processor time that a process and all its children have used, those that have ended as well. */
export const usedByFamily = async (pid: number): Promise<number> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const parent = await ticksOf(pid)
  const own = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => ticksOf(Number(child))),
  )
  return own.reduce((sum, child) => sum + child.own, parent.own + parent.ofEnded) * tickUs
}

/** The process that started another. */
export const parentOf = async (pid: number): Promise<number> =>
  Number(/PPid:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
