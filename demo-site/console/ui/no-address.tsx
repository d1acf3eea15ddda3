/** The page without its token. */
export function NoAddress() {
  return (
    <main class="alone">
      <h1>Agent console</h1>
      <p>
        This page was opened without its token. Run <code>npm run demo -- --console</code> and open the address that it
        prints.
      </p>
    </main>
  );
}
