type Required<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Simplified<T> = { [K in keyof T]: T[K] };

type FromProperties<S, P> = Simplified<
  { -readonly [K in keyof P as K extends Required<S> ? K : never]: FromJsonSchema<P[K]> } & {
    -readonly [K in keyof P as K extends Required<S> ? never : K]?: FromJsonSchema<P[K]>;
  }
>;

/** The type of the values of a JSON Schema written in place, as far as its plain keywords tell; `unknown` beyond them. */
export type FromJsonSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: 'string' }
      ? string
      : S extends { readonly type: 'number' | 'integer' }
        ? number
        : S extends { readonly type: 'boolean' }
          ? boolean
          : S extends { readonly type: 'null' }
            ? null
            : S extends { readonly type: 'array'; readonly items: infer Items }
              ? FromJsonSchema<Items>[]
              : S extends { readonly properties: infer Properties }
                ? FromProperties<S, Properties>
                : unknown;
