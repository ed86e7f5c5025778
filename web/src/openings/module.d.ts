/** Made by `plugins/openings.ts` when the app is built. */
declare module 'virtual:openings' {
  const text: string;
  export default text;
}
