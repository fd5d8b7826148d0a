import { defineConfig } from 'oxlint';

const errors = (prefix: string, names: string): Record<string, 'error'> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [`${prefix}${name}`, 'error']));

export default defineConfig({
  plugins: ['eslint', 'typescript', 'oxc'],
  options: { typeAware: true, typeCheck: true },
  // All of "correctness", and what typescript-eslint calls strict and stylistic.
  categories: { correctness: 'error' },
  ignorePatterns: ['data/', 'docs/', '.ci/'],
  rules: {
    ...errors(
      '',
      `eqeqeq no-array-constructor no-case-declarations no-empty no-empty-function no-fallthrough
      no-prototype-builtins no-redeclare no-regex-spaces no-unexpected-multiline no-useless-assignment
      no-useless-constructor no-var prefer-const prefer-rest-params prefer-spread preserve-caught-error`,
    ),
    ...errors(
      'typescript/',
      `adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style
      consistent-generic-constructors consistent-indexed-object-style consistent-type-definitions
      consistent-type-imports dot-notation method-signature-style no-confusing-non-null-assertion
      no-confusing-void-expression no-deprecated no-dynamic-delete no-empty-object-type
      no-explicit-any no-extraneous-class no-inferrable-types no-invalid-void-type no-misused-promises
      no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing no-non-null-assertion
      no-require-imports no-unnecessary-boolean-literal-compare no-unnecessary-condition
      no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion
      no-unnecessary-type-constraint no-unnecessary-type-conversion no-unnecessary-type-parameters
      no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-enum-comparison
      no-unsafe-function-type no-unsafe-member-access no-unsafe-return
      non-nullable-type-assertion-style only-throw-error prefer-find prefer-for-of
      prefer-function-type prefer-includes prefer-literal-enum-member prefer-nullish-coalescing
      prefer-optional-chain prefer-promise-reject-errors prefer-reduce-type-parameter
      prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
      related-getter-setter-pairs unified-signatures
      use-unknown-in-catch-callback-variable`,
    ),
    'no-unused-vars': ['error', { ignoreRestSiblings: true }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-assertions': [
      'error',
      { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
    ],
    // Numbers are sorted with a comparison where the order counts; ids in tests are sorted to compare sets.
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
  overrides: [
    {
      files: ['src/**/*.ts', 'commands/**/*.ts', 'sandbox/**/*.ts'],
      excludeFiles: ['src/config.ts', 'sandbox/test/**'],
      jsPlugins: ['eslint-plugin-regexp'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'process', property: 'env', message: 'The environment is read in config.ts.' },
        ],
        // Text that comes from outside is read with patterns: none may take more than linear time.
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      },
    },
    {
      // No types are declared there.
      files: ['**/*.js'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
      },
    },
  ],
});
