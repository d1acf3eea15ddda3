import { directionParts } from '../model/visible-json.ts';

/** JSON in the order in which it was sent, whatever directions the texts in it have. */
export function JsonText({ json }: { json: string }) {
  return (
    <pre class="json">
      {directionParts(json).map((part, index) => (index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>))}
    </pre>
  );
}
