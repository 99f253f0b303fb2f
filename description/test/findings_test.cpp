// SPDX-License-Identifier: Apache-2.0
#include "findings.hpp"

#include "lockstep/core/xml_tree.hpp"
#include "support.hpp"

namespace lockstep::description {
namespace {

// Everything that is wrong is shown at once, with its place.
TEST(Findings, CollectsErrorsAndThrowsOnce) {
  const core::ConfigNode node = core::read_xml("<a>\n<b/>\n<c>x</c></a>", "w.sdf");
  Findings findings;
  findings.guard([&] { node.at("c").as_number(); });
  findings.guard([&] { throw Error{ErrorCode::kNotFound, "gone"}; });
  findings.error(node.at("b"), "b-bad", "b is bad");
  EXPECT_TRUE(findings.has_errors());
  try {
    findings.throw_if_errors("w.sdf");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "'w.sdf' cannot be used: 3 problems");
    ASSERT_EQ(error.diagnostics().size(), 3U);
    EXPECT_EQ(error.diagnostics()[0].where.line, 3U);
    EXPECT_EQ(error.diagnostics()[1].message, "gone");
    EXPECT_EQ(error.diagnostics()[2].id, "b-bad");
  }
}

// Nothing is dropped in silence: an element is read, or it is in the list.
TEST(Findings, ListsWhatNobodyReads) {
  const core::ConfigNode node = core::read_xml("<a><known/><later/><my:own/><typo/></a>", "w.sdf");
  Findings findings;
  EXPECT_EQ(findings.list_rest(node, {"known"}, {"later"}).size(), 3U);
  findings.throw_if_errors("w.sdf");
  const std::vector<Diagnostic> list = findings.take();
  EXPECT_EQ(ids_of(list),
            (std::vector<std::string>{"description-unused", "description-custom", "description-unknown"}));
  EXPECT_EQ(list[2].severity, Severity::kWarning);
  EXPECT_EQ(list[2].message, "<typo> in <a> is not known and has no effect");
}

TEST(Findings, SaysEverythingOnce) {
  const core::ConfigNode node{"a"};
  Findings findings;
  findings.warning(node, "x", "y");
  findings.warning(node, "x", "y");
  EXPECT_EQ(findings.take().size(), 1U);
}

// A file of nothing but mistakes must not become a message of gigabytes.
TEST(Findings, KeepsABoundedNumber) {
  const core::ConfigNode node{"a"};
  Findings findings;
  for (int i = 0; i < 5000; ++i)
    findings.warning(node, "x", std::to_string(i));
  EXPECT_EQ(findings.take().size(), 1000U);
}

// What can be repaired is a warning with the repair, or an error where nothing may be.
TEST(Findings, ToleratesUnlessStrict) {
  const core::ConfigNode node{"x"};
  Findings lenient;
  lenient.tolerate(node, "id", "it is wrong", "taken as right");
  EXPECT_FALSE(lenient.has_errors());
  EXPECT_EQ(lenient.take().at(0).message, "it is wrong; taken as right");
  Findings strict{true};
  strict.tolerate(node, "id", "it is wrong", "taken as right");
  EXPECT_TRUE(strict.has_errors());
}

}  // namespace
}  // namespace lockstep::description
