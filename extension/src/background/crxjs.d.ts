/** crxjs builds the script as one synchronous file and gives the name that `registerContentScripts` takes. */
declare module '*.iife.ts?script' {
  const fileName: string;
  export default fileName;
}
