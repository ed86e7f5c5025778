/** Links that work on one computer only. */

/** Whether a link leads to a loopback address, which other devices cannot open. */
export function isLoopback(link: string): boolean {
  return /^https?:\/\/(127\.|([\w-]+\.)*localhost([:/]|$)|\[::1\])/.test(link);
}
