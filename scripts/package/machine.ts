import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

/** A bare Debian that runs its own systemd beside this machine's programs, with processes, network and files of its own. */
export type Machine = {
  /** Its root folder, as seen from outside. */
  readonly folder: string
  /** Runs a program inside as root. @returns what it printed @throws with what it printed where it failed */
  readonly run: (command: readonly [string, ...string[]], input?: string) => string
  /** The same, whether it failed or not. */
  readonly attempt: (command: readonly [string, ...string[]]) => { readonly status: number; readonly output: string }
  /** Ends everything inside, and removes its files. */
  readonly end: () => Promise<void>
}

const included = ['systemd', 'systemd-sysv', 'dbus', 'curl', 'procps', 'adduser', 'postgresql', 'caddy']

/** Makes the archive of files that a machine begins with, where it is not there yet: some minutes, by Debian's mmdebstrap. */
export const makeDebian = (archive: string, suite: string): void => {
  if (existsSync(archive)) return
  mkdirSync(dirname(archive), { recursive: true })
  const options = ['--variant=apt', `--include=${included.join(',')}`, suite, archive, 'http://deb.debian.org/debian']
  execFileSync('mmdebstrap', options, { stdio: ['ignore', 'ignore', 'inherit'] })
}

// A systemd that is not the first process of a machine needs these mounted, and a control group that it may divide.
const boot = `
set -e
ip link set lo up
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for place in run tmp; do mount -t tmpfs tmpfs $place; done
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir -p .old
pivot_root . .old
umount -l /.old
rmdir /.old
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=no
`

const controlGroups = (): string => {
  const [, path] = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8')) ?? []
  if (path === undefined) throw new Error('This machine has no cgroup2, which a systemd inside needs.')
  return path
}

const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }

const bootPatienceMs = 120_000

/** Starts a machine from an archive that `makeDebian` made. Needs root. */
export const startMachine = async (archive: string): Promise<Machine> => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-machine-'))
  execFileSync('tar', ['-xf', archive, '-C', folder])
  const group = join(controlGroups(), folder.slice(folder.lastIndexOf('/') + 1))
  mkdirSync(group)
  const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup', '--fork']
  const joined = 'echo $$ > "$0/cgroup.procs"; exec unshare "$@"'
  const outer = spawn('sh', ['-c', joined, group, ...namespaces, 'sh', '-c', boot, 'sh', folder], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => outer.once('exit', () => resolve()))

  const initOf = () => readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim()
  const spawnInside = (command: readonly string[], input = '') =>
    spawnSync('nsenter', ['--target', initOf(), '--all', ...command], { env: environment, input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const attempt: Machine['attempt'] = (command) => {
    const { status, stdout, stderr } = spawnInside(command)
    return { status: status ?? 1, output: stdout + stderr }
  }
  const run: Machine['run'] = (command, input) => {
    const { status, stdout, stderr } = spawnInside(command, input)
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }
  const end = async () => {
    if (outer.exitCode === null) process.kill(Number(initOf()), 'SIGKILL')
    await ended
    execFileSync('find', [group, '-depth', '-type', 'd', '-delete'])
    rmSync(folder, { recursive: true })
  }

  const until = Date.now() + bootPatienceMs
  for (;;) {
    const state = initOf() === '' ? '' : attempt(['systemctl', 'is-system-running']).output.trim()
    if (state === 'running' || state === 'degraded') break
    if (Date.now() > until || outer.exitCode !== null) {
      await end()
      throw new Error(`the machine did not come up: ${state}`)
    }
    await after(500)
  }
  return { folder, run, attempt, end }
}
