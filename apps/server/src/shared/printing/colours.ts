/** The colours of papers: the light theme of the screens, on white. */
export const colours = {
  ink: '#15181C',
  second: '#434B55',
  note: '#5F6974',
  rule: '#DEE2E7',
  control: '#7F8994',
  headerRow: '#F1F3F5',
  bar: '#5F6974',
  white: '#FFFFFF',
  tintEmergency: '#F9E9EF',
  tintLevel3: '#FDF1EF',
} as const

/** Fill, edge and digit of what is drawn filled. */
export const gradeColours = {
  emergency: { fill: '#960B44', edge: '#960B44', digit: '#FFFFFF' },
  3: { fill: '#C4170D', edge: '#C4170D', digit: '#FFFFFF' },
  2: { fill: '#EB7A0C', edge: '#A34E00', digit: '#15181C' },
  1: { fill: '#FFD23F', edge: '#8A6800', digit: '#15181C' },
} as const

export const safeColour = '#1B9E82'
export const noneColour = '#646E79'
