/** Made by `plugins/pieces.ts` when the app is built: the address of a set's style sheet. */
declare module 'virtual:pieces/*' {
  const address: string;
  export default address;
}
