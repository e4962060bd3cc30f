import { join } from 'node:path'
import { chromium, findTool, headlessShell } from '../scripts/find-tool.ts'

const fontconfig = join(import.meta.dirname, 'fonts/fonts.conf')

/**
 * How every browser of the tests and pictures is started: drawn in software, in Japanese, quiet towards the network.
 * A machine without Chromium learns so from the first browser that is to start, not from reading this file.
 */
export const launchOptions = {
  executablePath: findTool(chromium) ?? 'chromium-is-missing--run-node-scripts/ensure-tools.ts',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
    '--process-per-site',
  ],
  env: { ...process.env, FONTCONFIG_FILE: fontconfig } as Record<string, string>,
}

/**
 * How tests start a browser that is looked at by nobody: the shell without windows, where there is one (decisions/0185). It shows no
 * notices and opens no papers in a window.
 */
export const shellOptions = { ...launchOptions, executablePath: findTool(headlessShell) ?? launchOptions.executablePath }

export const contextOptions = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' }
