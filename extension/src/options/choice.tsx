interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly more: string;
}

interface Props<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  options: readonly Option<Value>[];
  onChoose(value: Value): void;
}

/** One of a few, each with what it means. */
export function Choice<Value extends string>({ legend, name, value, options, onChoose }: Props<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>
            {option.label}
            <span class="quiet more">{option.more}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
