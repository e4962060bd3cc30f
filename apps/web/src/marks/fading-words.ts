const weeks = 3
const daysOfWeeks = 7 * weeks

/** From so many days without exposure on, what was measured makes nobody acclimatised any more. Source: decisions/0116. */
const breakDays = 5

/** What to say beside somebody who has not worked in the heat for so many days on end, four or more. */
export const fadingWords = (days: number): string => {
  const since = `暑さの中での作業が${days >= daysOfWeeks ? `${weeks}週間以上` : `${days}日間`}ありません。`
  return days < breakDays
    ? `${since}暑さへの慣れがうすれ始めていることがあります。`
    : `${since}暑さへの慣れがうすれています。短い時間から慣らしてください。`
}
