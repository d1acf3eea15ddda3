/**
 * What may be entered, once for both doors: forms check what a person types with these schemas, the bridge checks what
 * an agent sends with the same ones.
 */
import * as z from 'zod';

const recipient = z.string().max(80, 'At most 80 characters').describe('Who receives the order');
const amount = z
  .number('Must be a number')
  .min(0.01, 'Must be greater than 0')
  .max(1_000_000, 'At most 1,000,000')
  .describe('Amount to charge, in US dollars; without it the amount follows the lines');
const note = z.string().max(500, 'At most 500 characters').describe('Note for the recipient');

export const FieldsInput = z.object({
  recipient: recipient.optional(),
  amount: amount.optional(),
  note: note.optional(),
});
export type FieldsInput = z.infer<typeof FieldsInput>;

export const PaymentPasswordInput = z.object({
  password: z.string().max(100, 'At most 100 characters').describe('Password of the payment account'),
});

export const LineInput = z.object({
  product: z.string().trim().min(1, 'Name the product').max(80, 'At most 80 characters'),
  quantity: z.int('Must be a whole number').min(1, 'At least 1').max(9_999, 'At most 9,999'),
  price: z
    .number('Must be a number')
    .min(0, 'Cannot be negative')
    .max(100_000, 'At most 100,000')
    .describe('Price of one piece, in US dollars'),
});
export type LineInput = z.infer<typeof LineInput>;

export const FileInput = z.object({
  name: z.string().min(1, 'Name the file').max(120, 'At most 120 characters'),
  kilobytes: z.int('Must be a whole number').min(1, 'The file is empty').max(20_000, 'At most 20,000 kB'),
});
export type FileInput = z.infer<typeof FileInput>;

export const ApprovalInput = z.object({
  reason: z.string().trim().min(3, 'Give a reason of at least 3 characters').max(200, 'At most 200 characters'),
});

export const SignInInput = z.object({
  password: z.string().min(1, 'Enter your password').max(100, 'At most 100 characters'),
});

/** The first message for each field of a form, by field name; empty when the value is fine. */
export function fieldErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}
