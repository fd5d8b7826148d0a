import fc from 'fast-check';
import {
  ApplicationCommandOptionType,
  ComponentType,
  InteractionType,
} from 'discord-api-types/v10';
import { commands } from '#commands/index.ts';
import type { ForgeRequest } from '#sandbox/discord/control-contract.ts';

type Forged = Omit<ForgeRequest, 'as' | 'channel'>;

const Type = ApplicationCommandOptionType;

const FORGED_TYPES = [Type.String, Type.Integer, Type.Boolean, Type.Role] as const;

/** Texts that have blocked bots, and similar ones. */
export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('vega', 'galan lebron', 'ma', 'ru', '', 'é', '1', '12') },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom('a', 'm', 'ma', 'ga', 's', 'lopez', 'xx', 'garcia'), { maxLength: 60 })
      .map((words) => words.join(' ')),
  },
  fc
    .array(fc.string({ minLength: 1, maxLength: 1 }), { maxLength: 3_000 })
    .map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 6_000 }),
  fc.nat(6_000).map((length) => ','.repeat(length)),
  fc.nat(6_000).map((length) => 'start,'.repeat(length / 6)),
  fc.nat(6_000).map((length) => ' '.repeat(length)),
  fc.nat(3_000).map((length) => 'a'.repeat(length)),
  fc.nat(2_000).map((length) => '\u202e\u0301\ufdfa'.repeat(length)),
  fc.nat(3_000).map((length) => '1:'.repeat(length)),
  fc.nat(2_000).map((length) => 'America/'.repeat(length / 8)),
);

const id = fc.bigInt({ min: 0n, max: 10n ** 19n }).map(String);

const valueOf = (type: ApplicationCommandOptionType): fc.Arbitrary<unknown> => {
  if (type === Type.Integer) return fc.oneof(fc.integer(), fc.double());
  if (type === Type.Boolean) return fc.boolean();
  if (type === Type.Channel || type === Type.Role) return id;
  return fc.oneof({ weight: 6, arbitrary: hostileText }, { weight: 1, arbitrary: id });
};

interface Option {
  readonly name: string;
  readonly type: ApplicationCommandOptionType;
  readonly options?: readonly Option[];
}

/** Options of a command with hostile values, sometimes of a wrong type. */
const filled = (options: readonly Option[], focused: boolean): fc.Arbitrary<object[]> => {
  const groups = options.filter(({ type }) => type === Type.Subcommand);
  if (groups.length > 0) {
    return fc
      .constantFrom(...groups)
      .chain(({ name, type, options: inner = [] }) =>
        filled(inner, focused).map((given) => [{ name, type, options: given }]),
      );
  }
  const given = fc
    .subarray([...options], { minLength: Math.min(1, options.length) })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ name, type }) =>
          fc.record({
            name: fc.constant(name),
            type: fc.oneof(
              { weight: 12, arbitrary: fc.constant(type) },
              fc.constantFrom(...FORGED_TYPES),
            ),
            value: valueOf(type),
          }),
        ),
      ),
    );
  return given.map((all) => {
    const last = all.findLastIndex(({ type }) => type === Type.String);
    return all.map((option, at) =>
      focused && at === last ? { ...option, focused: true } : option,
    );
  });
};

const definitions = commands.map(({ definition }) => definition);

const ofCommand = (type: Forged['type']): fc.Arbitrary<Forged> =>
  fc.constantFrom(...definitions).chain(({ name, options = [] }) =>
    // An option of a definition has a name, a type, and sub-options.
    filled(
      options as readonly Option[],
      type === InteractionType.ApplicationCommandAutocomplete,
    ).map((given) => ({ type, data: { id: '1', name, type: 1, options: given } })),
  );

const part = fc.oneof(
  id,
  fc.constantFrom('card', 'page', 'follow', 'set', 'draw', '1', '-1', ''),
  hostileText,
);

/** A press of a forged control. */
const press: fc.Arbitrary<Forged> = fc
  .record({
    name: fc.constantFrom(...definitions.map(({ name }) => name), 'gone', ''),
    parts: fc.array(part, { maxLength: 6 }),
    values: fc.array(part, { maxLength: 40 }),
    component_type: fc.constantFrom(ComponentType.Button, ComponentType.StringSelect),
  })
  .map(({ name, parts, values, component_type }) => ({
    type: InteractionType.MessageComponent,
    data: { component_type, custom_id: [name, ...parts].join(':'), values },
  }));

const FORMS = ['quietForm', 'dailyForm'].map((form) => `alerts:${form}:1:times`);

const field = fc
  .record({
    custom_id: fc.constantFrom('from', 'to', 'zone', 'delay', 'remind', 'digest', 'gone'),
    type: fc.constantFrom(ComponentType.TextInput, ComponentType.StringSelect),
    value: hostileText,
    values: fc.array(part, { maxLength: 40 }),
  })
  .map((component) => ({ type: ComponentType.Label, id: 1, component }));

const modal: fc.Arbitrary<Forged> = fc
  .record({
    custom_id: fc.oneof(fc.constantFrom(...FORMS), hostileText),
    components: fc.array(field, { maxLength: 40 }),
  })
  .map((data) => ({ type: InteractionType.ModalSubmit, data }));

/** Interactions as an attacker sends them: mostly autocomplete, as it comes in thousands. */
export const hostileInteractions = (count: number, seed: number): readonly Forged[] =>
  fc.sample(
    fc.oneof(
      { weight: 6, arbitrary: ofCommand(InteractionType.ApplicationCommandAutocomplete) },
      { weight: 3, arbitrary: ofCommand(InteractionType.ApplicationCommand) },
      { weight: 3, arbitrary: press },
      { weight: 1, arbitrary: modal },
    ),
    { numRuns: count, seed },
  );
