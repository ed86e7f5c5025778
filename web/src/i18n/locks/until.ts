/** Whether a time is today. */
export function isToday(ms: number, now = Date.now()): boolean {
  return new Date(ms).toDateString() === new Date(now).toDateString();
}

/** Until when something lasts: the time today, or the day as well. */
export function untilText(language: string, ms: number, now = Date.now()): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const style = isToday(ms, now) ? time : ({ day: 'numeric', month: 'short', ...time } as const);
  // Schools everywhere write their times with 24 hours.
  return new Intl.DateTimeFormat(language, { ...style, hourCycle: 'h23' }).format(ms);
}

/** The same in French, where a day is "au" and a time is "à". */
export function untilFrench(ms: number): string {
  return `jusqu’${isToday(ms) ? 'à' : 'au'} ${untilText('fr', ms)}`;
}
