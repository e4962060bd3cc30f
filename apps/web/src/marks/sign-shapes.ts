/** The signs of what does not arrive, in a square of 24: lines without a fill, in the second ink; and of a report (申告), in ink. */
export const signShapes = {
  silent: {
    width: 2.1,
    ring: { radius: 9.6, dash: [4.4, 3.14], offset: 2.2 },
    lines: ['M8.6 8.6l6.8 6.8M15.4 8.6l-6.8 6.8'],
  },
  noHeartRate: {
    width: 1.9,
    ring: null,
    lines: [
      'M6.4 16.2C3.7 13.7 1.8 11.6 1.8 8.6a5.3 5.3 0 0 1 9-3.8L12 6l1.2-1.2a5.3 5.3 0 0 1 3.4-1.5',
      'M20.6 5.1a5.3 5.3 0 0 1 1.6 3.5c0 4.2-4.4 7-10.2 12.5l-1.6-1.5',
      'M21.4 1.9L2.8 22.2',
    ],
  },
  report: {
    width: 2.1,
    ring: null,
    lines: ['M3.5 4.5h17v11.5H12l-4.5 4v-4h-4Z', 'M8 10.2h8'],
  },
} as const
