import { expect, test } from 'vitest'
import { contrast } from './test-contrast.ts'
import { palettes, tokensCss, type ColourRole, type Palette } from './tokens.ts'

const grounds: ColourRole[] = ['page', 'surface', 'header-row', 'raised', 'selection', 'hover', 'tint-emergency', 'tint-level-3']
// Inputs are drawn on these; they are never drawn on a selected or tinted row.
const inputGrounds: ColourRole[] = ['page', 'surface', 'header-row', 'raised']
const lowest = (palette: Palette, role: ColourRole, on = grounds) =>
  Math.min(...on.map((ground) => contrast(palette[role], palette[ground])))

test('the stylesheet says what the tokens say', async () => {
  await expect(tokensCss()).toMatchFileSnapshot('./tokens.css')
})

test.each(['light', 'dark'] as const)('text and controls of the %s palette meet WCAG AA on every ground', (mode) => {
  const palette = palettes[mode]
  for (const role of ['ink', 'second', 'note', 'accent', 'input-error'] as const)
    expect(lowest(palette, role), role).toBeGreaterThanOrEqual(4.5)
  expect(lowest(palette, 'control-border', inputGrounds)).toBeGreaterThanOrEqual(3)
  expect(contrast(palette['on-accent'], palette.accent)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(palette['on-accent'], palette['accent-hover'])).toBeGreaterThanOrEqual(4.5)
})

test.each(['light', 'dark'] as const)('digits of the %s marks can be read on their fill', (mode) => {
  const palette = palettes[mode]
  for (const mark of ['emergency', 'level-3', 'level-2', 'level-1'] as const)
    expect(contrast(palette[`${mark}-digit`], palette[`${mark}-fill`]), mark).toBeGreaterThanOrEqual(4.5)
})
