const weeks = 3
const daysOfWeeks = 7 * weeks

/** What to say beside somebody acclimatised who has not worked in the heat for so many days on end. */
export const fadingWords = (days: number): string =>
  `暑さの中での作業が${days >= daysOfWeeks ? `${weeks}週間以上` : `${days}日間`}ありません。暑熱順化がうすれ始めていることがあります。`
