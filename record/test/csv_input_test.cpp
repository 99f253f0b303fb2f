// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/csv_input.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

using core::InputTable;

std::shared_ptr<const core::ModelDescription> described(std::string_view xml) {
  core::DescriptionFiles files;
  files.model_description = std::vector<char>(xml.begin(), xml.end());
  return core::parse_description(std::move(files)).description;
}

/// Inputs of every FMI 2 type, a parameter and an output.
const core::ModelDescription& model() {
  static const auto description = described(R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="2.0" modelName="Motor" guid="{1}">
  <CoSimulation modelIdentifier="Motor"/>
  <TypeDefinitions>
    <SimpleType name="Mode"><Enumeration><Item name="off" value="1"/><Item name="on" value="2"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <ModelVariables>
    <ScalarVariable name="voltage" valueReference="0" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="load,torque" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="gear" valueReference="2" causality="input" variability="discrete"><Integer start="1"/></ScalarVariable>
    <ScalarVariable name="brake" valueReference="3" causality="input" variability="discrete"><Boolean start="false"/></ScalarVariable>
    <ScalarVariable name="note" valueReference="4" causality="input" variability="discrete"><String start=""/></ScalarVariable>
    <ScalarVariable name="mode" valueReference="5" causality="input" variability="discrete"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
    <ScalarVariable name="speed" valueReference="6" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="resistance" valueReference="7" causality="parameter" variability="fixed"><Real start="1"/></ScalarVariable>
    <ScalarVariable name="t" valueReference="8" causality="independent"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure><Outputs><Unknown index="7"/></Outputs></ModelStructure>
</fmiModelDescription>)");
  return *description;
}

/// Arrays and the types only FMI 3 has.
const core::ModelDescription& arrays() {
  static const auto description = described(R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="Arrays" instantiationToken="{1}">
  <CoSimulation modelIdentifier="Arrays"/>
  <ModelVariables>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="2"/>
    <Float64 name="A" valueReference="2" causality="input" start="0 0 0 0 0 0"><Dimension valueReference="1"/><Dimension start="3"/></Float64>
    <Float32 name="v" valueReference="3" causality="input" start="0 0"><Dimension start="2"/></Float32>
    <Int8 name="i8" valueReference="4" causality="input" variability="discrete" start="0"/>
    <UInt64 name="u64" valueReference="5" causality="input" variability="discrete" start="0"/>
    <Boolean name="flags" valueReference="6" causality="input" variability="discrete" start="0 0"><Dimension start="2"/></Boolean>
    <Binary name="blob" valueReference="7" causality="input" variability="discrete"><Start value="00"/></Binary>
    <Float64 name="x[1]" valueReference="8" causality="input" start="0"><Alias name="also_x"/></Float64>
    <Float64 name="huge" valueReference="9" causality="input" start="0"><Dimension start="4294967296"/><Dimension start="4294967296"/></Float64>
  </ModelVariables>
  <ModelStructure/>
</fmiModelDescription>)");
  return *description;
}

InputTable parse(std::string_view text) {
  return parse_input_csv(text, "in.csv", model());
}

/// The diagnostics as an editor shows them, without the message of the error; "" when nothing is wrong.
std::string problems_of(std::string_view text, const CsvLimits& limits = {},
                        const core::ModelDescription& description = model()) {
  try {
    parse_input_csv(text, "in.csv", description, limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    std::string shown;
    for (const Diagnostic& diagnostic : error.diagnostics())
      shown += to_string(diagnostic) + '\n';
    return shown.empty() ? error.message() : shown;
  }
  return "";
}

const std::string kInputs = "the inputs are: voltage, load,torque, gear, brake, note, mode";

// Columns of every type arrive with their values, in the order of the file.
TEST(CsvInput, ReadsEveryType) {
  const InputTable table = parse(
      "time,mode,voltage,gear,brake,note,\"load,torque\"\n"
      "0,on,1.5,-2,true,\"a, b\",0\n"
      "0.5,1,-2e-3,3,0,,1e3\n");
  EXPECT_EQ(table.time_s, (std::vector<double>{0.0, 0.5}));
  ASSERT_EQ(table.columns.size(), 6U);
  EXPECT_EQ(table.columns[0].variable, model().find("mode"));
  EXPECT_EQ(table.columns[0].width, 1U);
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(table.columns[0].values), (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(std::get<std::vector<double>>(table.columns[1].values), (std::vector<double>{1.5, -2e-3}));
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(table.columns[2].values), (std::vector<std::int64_t>{-2, 3}));
  EXPECT_EQ(std::get<std::vector<bool>>(table.columns[3].values), (std::vector<bool>{true, false}));
  EXPECT_EQ(std::get<std::vector<std::string>>(table.columns[4].values),
            (std::vector<std::string>{"a, b", ""}));
  EXPECT_EQ(table.columns[5].variable, model().find("load,torque"));
  EXPECT_EQ(std::get<std::vector<double>>(table.columns[5].values), (std::vector<double>{0.0, 1000.0}));
}

// What spreadsheets and Windows add does not matter: byte order mark, CRLF, blank lines, blanks.
TEST(CsvInput, TakesFilesAsToolsWriteThem) {
  const InputTable table = parse("\xEF\xBB\xBFtime, voltage\r\n0, 1\r\n\r\n 1 ,2 \r\n");
  EXPECT_EQ(table.time_s, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(std::get<std::vector<double>>(table.columns[0].values), (std::vector<double>{1.0, 2.0}));
}

// The model's own name for time works too.
TEST(CsvInput, TakesTheIndependentVariableAsTime) {
  EXPECT_EQ(parse("t,voltage\n0,1\n").time_s.size(), 1U);
}

// Two rows at one time are a jump: value before, value after.
TEST(CsvInput, TakesJumps) {
  const InputTable table = parse("time,voltage\n0,0\n1,0\n1,5\n2,5\n");
  EXPECT_EQ(table.time_s, (std::vector<double>{0.0, 1.0, 1.0, 2.0}));
}

TEST(CsvInput, NamesUnknownColumnsWithTheClosestInputs) {
  EXPECT_EQ(problems_of("time,voltge\n0,1\n"),
            "in.csv:1:6: error: column 'voltge' is no variable of the model [csv-unknown-column]\n"
            "  fix: did you mean 'voltage'? " +
                kInputs + "\n");
  EXPECT_EQ(problems_of("time,\n0,1\n"),
            "in.csv:1:6: error: a column has no name [csv-unknown-column]\n  fix: " + kInputs + "\n");
}

TEST(CsvInput, RefusesWhatIsNotAnInput) {
  EXPECT_EQ(problems_of("time,speed,resistance\n0,1,2\n"),
            "in.csv:1:6: error: column 'speed' is not an input, its causality is output [csv-not-an-input]\n"
            "  fix: remove the column (parameters are set with --set); " +
                kInputs +
                "\n"
                "in.csv:1:12: error: column 'resistance' is not an input, its causality is parameter "
                "[csv-not-an-input]\n"
                "  fix: remove the column (parameters are set with --set); " +
                kInputs + "\n");
}

TEST(CsvInput, RefusesDuplicateColumns) {
  EXPECT_EQ(problems_of("time,voltage,gear,voltage\n0,1,2,3\n"),
            "in.csv:1:19: error: column 'voltage' gives a variable that column 'voltage' gives already "
            "[csv-duplicate-column]\n  fix: keep one of them\n");
}

TEST(CsvInput, RefusesDecreasingTime) {
  EXPECT_EQ(problems_of("time,voltage\n0,1\n0.5,1\n0.25,1\n"),
            "in.csv:4:1: error: time '0.25' is less than 0.5 in the row before [csv-time-decreases]\n"
            "  fix: sort the rows by time\n");
}

TEST(CsvInput, RefusesAThirdRowAtOneTime) {
  EXPECT_EQ(problems_of("time,voltage\n1,1\n1,2\n1,3\n1,4\n"),
            "in.csv:4:1: error: this is the third row with time '1' [csv-third-row-at-one-time]\n"
            "  fix: keep two: the values before the jump and those after it\n");
}

// Text to number is strict, and the place is the cell's.
TEST(CsvInput, RefusesBadNumbers) {
  EXPECT_EQ(problems_of("time,voltage\n0, 4O.0\nx,1\n2,\n3,\"1,5\"\n4,0x10\n"),
            "in.csv:2:4: error: '4O.0' is not a number; 'voltage' is a Float64 [csv-bad-number]\n"
            "  fix: write numbers like 0.25 or 2.5e-1\n"
            "in.csv:3:1: error: time 'x' is not a finite number [csv-bad-number]\n"
            "  fix: write seconds like 0.25 or 2.5e-1\n"
            "in.csv:4:3: error: '' is not a number; 'voltage' is a Float64 [csv-bad-number]\n"
            "  fix: write numbers like 0.25 or 2.5e-1\n"
            "in.csv:5:3: error: '1,5' is not a number; 'voltage' is a Float64 [csv-bad-number]\n"
            "  fix: write decimals with a point\n"
            "in.csv:6:3: error: '0x10' is not a number; 'voltage' is a Float64 [csv-bad-number]\n"
            "  fix: write numbers like 0.25 or 2.5e-1\n");
}

// NaN and infinity never reach a model.
TEST(CsvInput, RefusesWhatIsNotFinite) {
  EXPECT_EQ(problems_of("time,voltage\n0,nan\n1,-inf\ninf,0\n"),
            "in.csv:2:3: error: 'nan' for 'voltage' is not a finite Float64 [csv-out-of-range]\n"
            "  fix: inputs must be finite and within the range of their type\n"
            "in.csv:3:3: error: '-inf' for 'voltage' is not a finite Float64 [csv-out-of-range]\n"
            "  fix: inputs must be finite and within the range of their type\n"
            "in.csv:4:1: error: time 'inf' is not a finite number [csv-bad-number]\n"
            "  fix: write seconds like 0.25 or 2.5e-1\n");
}

TEST(CsvInput, RefusesValuesOfAnotherType) {
  EXPECT_EQ(
      problems_of("time,gear,brake,mode\n0,1.5,2,up\n1,3000000000,1,on\n"),
      "in.csv:2:3: error: '1.5' is no value for variable 'gear' of type Int32; expected an integer "
      "[csv-bad-value]\n"
      "in.csv:2:7: error: '2' is no value for variable 'brake' of type Boolean; expected true, false, 1 or 0 "
      "[csv-bad-value]\n"
      "in.csv:2:9: error: 'up' is no value for variable 'mode' of type Enumeration; expected an integer, "
      "'off', 'on' [csv-bad-value]\n"
      "in.csv:3:3: error: '3000000000' for 'gear' is not from -2147483648 to 2147483647 [csv-out-of-range]\n"
      "  fix: inputs must be finite and within the range of their type\n");
}

TEST(CsvInput, RefusesRowsOfAnotherLength) {
  EXPECT_EQ(problems_of("time,voltage\n0,1,2\n1\n"),
            "in.csv:2:1: error: the row has 3 cells, expected 2 as in the first line [csv-cell-count]\n"
            "  fix: add or remove cells; names and texts with commas need quotes\n"
            "in.csv:3:1: error: the row has 1 cells, expected 2 as in the first line [csv-cell-count]\n"
            "  fix: add or remove cells; names and texts with commas need quotes\n");
}

TEST(CsvInput, RefusesFilesThatAreNoTable) {
  EXPECT_EQ(
      problems_of(""),
      "in.csv:1:1: error: the file is empty [csv-empty]\n  fix: start with the line time,<input>,...\n");
  EXPECT_EQ(problems_of("time,voltage\n"),
            "in.csv:1:1: error: no row follows the header [csv-no-rows]\n  fix: add at least one row\n");
  EXPECT_EQ(problems_of("time\n0\n"),
            "in.csv:1:1: error: there is no column besides time [csv-no-inputs]\n"
            "  fix: add a column for an input\n");
  EXPECT_EQ(problems_of("0,1\n1,2\n"),
            "in.csv:1:1: error: the first column is '0', expected time [csv-no-time]\n"
            "  fix: name the columns in the first line and start with time (in seconds)\n");
  EXPECT_EQ(problems_of("time;voltage\n0;1,5\n"),
            "in.csv:1:1: error: the first column is 'time;voltage', expected time [csv-no-time]\n"
            "  fix: separate cells by commas, not semicolons, and write decimals with a point\n");
  EXPECT_EQ(problems_of(std::string_view{"\xFF\xFEt\0i\0", 6}),
            "in.csv:1:1: error: the file is UTF-16 [csv-encoding]\n  fix: save it as UTF-8\n");
  EXPECT_EQ(problems_of("time,\"voltage\n0,1\n"),
            "in.csv:1:6: error: this quote is never closed [csv-quote]\n  fix: add the closing quote\n");
  EXPECT_EQ(problems_of("time,voltage\n0,\"1\"2\n"),
            "in.csv:2:6: error: text follows a closing quote [csv-quote]\n"
            "  fix: put the whole cell in quotes and write quotes inside it twice\n");
}

// A file that is something else altogether is told in a message of bearable length.
TEST(CsvInput, CutsNamesInMessages) {
  const std::string text = problems_of("time," + std::string(100'000, 'a') + "\n0,1\n");
  EXPECT_LT(text.size(), 600U);
  EXPECT_NE(text.find("aaa...' is no variable of the model"), std::string::npos) << text;
  EXPECT_EQ(problems_of("time\tvoltage\n0\t1\n"),
            "in.csv:1:1: error: the first column is 'time\tvoltage', expected time [csv-no-time]\n"
            "  fix: separate cells by commas, not tabs\n");
}

// Everything is reported at once, but a file with one systematic mistake does not flood the terminal.
TEST(CsvInput, CollectsProblemsUpToALimit) {
  std::string text = "time,voltage\n";
  for (int k = 0; k < 100; ++k)
    text += std::to_string(k) + ",x\n";
  try {
    parse(text);
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics().size(), 20U);
    EXPECT_EQ(error.message(), "input file 'in.csv' cannot be used: 20 problems, reading stopped there");
  }
}

TEST(CsvInput, KeepsItsLimits) {
  CsvLimits limits;
  limits.max_rows = 2;
  EXPECT_EQ(
      problems_of("time,voltage\n0,1\n1,1\n2,1\n", limits),
      "in.csv:4:1: error: more than 2 rows [csv-too-many-rows]\n  fix: use fewer rows or raise the limit\n");
  limits.max_columns = 2;
  EXPECT_EQ(problems_of("time,voltage,gear\n", limits),
            "in.csv:1:6: error: more than 2 columns [csv-too-many-columns]\n"
            "  fix: remove columns or raise the limit\n");
  limits.max_bytes = 10;
  EXPECT_EQ(problems_of("time,voltage\n0,1\n", limits),
            "input file 'in.csv' has more than 10 bytes; use fewer rows or raise the limit");
}

// An array is one column with all elements, or one column for each element in any order.
TEST(CsvInput, ReadsArrays) {
  const std::vector<double> expected = {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60};
  const InputTable whole =
      parse_input_csv("time,A\n0,1 2 3 4 5 6\n1,10 20 30 40 50 60\n", "in.csv", arrays());
  ASSERT_EQ(whole.columns.size(), 1U);
  EXPECT_EQ(whole.columns[0].width, 6U);
  EXPECT_EQ(std::get<std::vector<double>>(whole.columns[0].values), expected);
  const InputTable elements = parse_input_csv(
      "time,\"A[2,3]\",\"A[1,1]\",\"A[1, 2]\",\"A[1,3]\",\"A[2,1]\",\"A[2,2]\",flags[2],flags[1]\n"
      "0,6,1,2,3,4,5,1,0\n1,60,10,20,30,40,50,0,1\n",
      "in.csv", arrays());
  ASSERT_EQ(elements.columns.size(), 2U);
  EXPECT_EQ(std::get<std::vector<double>>(elements.columns[0].values), expected);
  EXPECT_EQ(std::get<std::vector<bool>>(elements.columns[1].values),
            (std::vector<bool>{false, true, true, false}));
}

// Types of FMI 3, and a scalar whose name looks like an element.
TEST(CsvInput, ReadsTypesOfFmi3) {
  const InputTable table = parse_input_csv(
      "time,i8,u64,blob,x[1],v\n0,-128,18446744073709551615,0aFF,2.5,1 2\n", "in.csv", arrays());
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(table.columns[0].values), (std::vector<std::int64_t>{-128}));
  EXPECT_EQ(std::get<std::vector<std::uint64_t>>(table.columns[1].values),
            (std::vector<std::uint64_t>{18446744073709551615U}));
  EXPECT_EQ(std::get<std::vector<std::vector<std::uint8_t>>>(table.columns[2].values),
            (std::vector<std::vector<std::uint8_t>>{{0x0A, 0xFF}}));
  EXPECT_EQ(table.columns[3].variable->name, "x[1]");
  EXPECT_EQ(table.columns[4].width, 2U);
}

TEST(CsvInput, RefusesWrongArrays) {
  EXPECT_EQ(problems_of("time,flags[1],v[0],v[3],\"v[1,1]\",v[x]\n0,1,0,0,0,0\n", {}, arrays()),
            "in.csv:1:15: error: column 'v[0]' is outside the array [csv-bad-index]\n"
            "  fix: indices start at 1; 'v' has the shape [2]\n"
            "in.csv:1:20: error: column 'v[3]' is outside the array [csv-bad-index]\n"
            "  fix: indices start at 1; 'v' has the shape [2]\n"
            "in.csv:1:25: error: column 'v[1,1]' is outside the array [csv-bad-index]\n"
            "  fix: indices start at 1; 'v' has the shape [2]\n"
            "in.csv:1:34: error: column 'v[x]' is no variable of the model [csv-unknown-column]\n"
            "  fix: did you mean 'x[1]'? the inputs are: A, v, i8, u64, flags, blob, x[1], huge\n"
            "in.csv:1:6: error: array 'flags' of shape [2] has columns for 1 of its 2 elements "
            "[csv-missing-element]\n"
            "  fix: add the missing columns, or one column 'flags' with all elements separated by blanks\n");
  EXPECT_EQ(problems_of("time,v\n0,1 2 3\n1,1 1e39\n", {}, arrays()),
            "in.csv:2:3: error: '1 2 3' has 3 elements; 'v' has 2 [csv-element-count]\n"
            "  fix: separate the elements by blanks, row by row\n"
            "in.csv:3:3: error: '1 1e39' for 'v' is not a finite Float32 [csv-out-of-range]\n"
            "  fix: inputs must be finite and within the range of their type\n");
  EXPECT_EQ(problems_of("time,huge\n0,1\n", {}, arrays()),
            "in.csv:1:6: error: 'huge' has the shape [4294967296,4294967296] [csv-array-too-large]\n"
            "  fix: such an array cannot be given by a file\n");
}

// The same variable by two names is still the same variable.
TEST(CsvInput, RefusesAnAliasBesideItsVariable) {
  EXPECT_EQ(problems_of("time,x[1],also_x\n0,1,1\n", {}, arrays()),
            "in.csv:1:11: error: column 'also_x' gives a variable that column 'x[1]' gives already "
            "[csv-duplicate-column]\n  fix: keep one of them\n");
  EXPECT_EQ(problems_of("time,v,v[1]\n0,1 1,1\n", {}, arrays()),
            "in.csv:1:8: error: column 'v[1]' gives a variable that column 'v' gives already "
            "[csv-duplicate-column]\n  fix: keep one of them\n");
}

TEST(CsvInput, ReadsFiles) {
  const test::TemporaryFolder folder;
  const auto path = test::write_file(folder / "in.csv", "time,voltage\n0,1\n");
  EXPECT_EQ(read_input_csv(path, model()).time_s.size(), 1U);
}

TEST(CsvInput, SaysWhyAFileCannotBeRead) {
  const test::TemporaryFolder folder;
  try {
    read_input_csv(folder / "none.csv", model());
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNotFound);
    EXPECT_EQ(error.message(), "cannot open input file '" + (folder / "none.csv").string() +
                                   "': No such file or directory; check the path and its permissions");
  }
  try {
    read_input_csv(folder.path(), model());
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnreadable);
    EXPECT_EQ(error.message(), "cannot read input file '" + folder.path().string() +
                                   "': Is a directory; give a file with comma-separated values");
  }
}

}  // namespace
}  // namespace lockstep::record
